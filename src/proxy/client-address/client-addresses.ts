import { type AddressRange, isWithin, readRange } from './address-range.ts';
import { clientOf, type IpAddress, readAddress } from './ip-address.ts';

/** What a request comes to: which client it is from, and which address the connection itself had. */
export interface Addresses {
  /** An IPv4 address or an IPv6 /64; null where that cannot be told. */
  client: string | null;
  /** The address of a proxy that says for whom it asks, and is not trusted to; null if there is none. */
  untrustedProxy: string | null;
}

/** No chain of one owner's proxies is longer. */
const MOST_HOPS = 32;

/**
 * Finds the client of a request. `X-Forwarded-For` counts only if who connected is one of the owner's proxies, and is read
 * from the right, where each proxy has added whom it heard: the first that is none of the owner's is the client. What stands
 * further left is the client's own invention, and is not looked at.
 */
export class ClientAddresses {
  readonly #trusted: readonly AddressRange[];

  /** Throws `TypeError` for what is no range. */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = trustedProxies.map(readRange);
  }

  /** `peer` is the address that the connection came from, as the runtime gives it. */
  of({ headers }: Request, peer: string | undefined): Addresses {
    const connected = peer === undefined ? null : readAddress(peer);
    if (!connected) return { client: null, untrustedProxy: null };
    const forwarded = headers.get('x-forwarded-for');
    const client = forwarded === null ? connected : this.#walk(forwarded, connected);
    return {
      client: client && clientOf(client),
      untrustedProxy:
        forwarded !== null && isOfOwnNetwork(connected) && !this.#trusts(connected) ? String(connected) : null,
    };
  }

  /** Null where a trusted proxy says what is no address. Where all are trusted, the furthest is the client. */
  #walk(forwarded: string, connected: IpAddress): IpAddress | null {
    let address = connected;
    let end = forwarded.length;
    for (let hops = 0; end > 0 && this.#trusts(address); hops += 1) {
      const comma = forwarded.lastIndexOf(',', end - 1);
      const next = hops < MOST_HOPS ? readAddress(forwarded.slice(comma + 1, end)) : null;
      if (!next) return null;
      address = next;
      end = comma;
    }
    return address;
  }

  #trusts(address: IpAddress): boolean {
    return this.#trusted.some((range) => isWithin(address, range));
  }
}

/** Whether the address is one that no visitor from elsewhere can have, so that it must be a proxy. */
function isOfOwnNetwork(address: IpAddress): boolean {
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(address.range());
}
