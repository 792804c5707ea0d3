import { type AddressRange, isWithin, readRange } from './address-range.ts';
import { clientOf, type IpAddress, readAddress } from './ip-address.ts';
import type { Incoming, IncomingHeaders } from '../http/incoming.ts';

/**
 * Why it is not known which client sent a request.
 * - `no-address`: the runtime does not say who connected.
 * - `untrusted-proxy`: a proxy did, which is not trusted to say for whom.
 * - `silent-proxy`: a proxy did, which does not say for whom, or not in a form that can be read.
 * - `this-machine`: a program on this machine did, and does not say for whom, if for anybody but itself.
 */
export type Unknown = 'no-address' | 'untrusted-proxy' | 'silent-proxy' | 'this-machine';

/** Which client a request is from, or why that cannot be told. `peer` is the address that the connection had, as far as it is known. */
export interface Addresses {
  /** An IPv4 address or an IPv6 network. */
  client: string | null;
  unknown: Unknown | null;
  peer: string | null;
}

export interface ClientAddressSettings {
  /** The owner's own proxies, as ranges. */
  trustedProxies: readonly string[];
  /**
   * The header in which what stands before the proxy names the client, believed of trusted proxies, and where the runtime does not
   * say who connected. `X-Forwarded-For` of trusted proxies alone if left out.
   */
  header?: string | undefined;
  /** How many bits of an IPv6 address stand for one client; 64 if left out. */
  ipv6Prefix?: number;
}

const USUAL_HEADER = 'x-forwarded-for';
/** The network that one household or machine has to itself. */
const USUAL_PREFIX = 64;
/** No chain of one owner's proxies is longer. */
const MAX_HOPS = 32;

/**
 * Finds the client of a request. A header that names it counts only if who connected is one of the owner's proxies, and is read
 * from the right, where each proxy has added whom it heard: the first that is none of the owner's is the client. What stands
 * further left is the client's own invention, and is not looked at.
 */
export class ClientAddresses {
  readonly #trusted: readonly AddressRange[];
  readonly #header: string | undefined;
  readonly #ipv6Prefix: number;
  /** The last that connected, and its address: behind a web server that is always the same. */
  #latest: { peer: string; address: IpAddress | null } | null = null;

  /** Throws `TypeError` for what is no range. */
  constructor({ trustedProxies, header, ipv6Prefix = USUAL_PREFIX }: ClientAddressSettings) {
    this.#trusted = trustedProxies.map(readRange);
    this.#header = header;
    this.#ipv6Prefix = ipv6Prefix;
  }

  /** `peer` is the address that the connection came from, as the runtime gives it. */
  of({ headers }: Incoming, peer: string | undefined): Addresses {
    const connected = peer === undefined ? null : this.#connected(peer);
    const found = this.#find(headers, connected);
    const known = typeof found !== 'string';
    return {
      client: known ? clientOf(found, this.#ipv6Prefix) : null,
      unknown: known ? null : found,
      peer: connected && String(connected),
    };
  }

  #connected(peer: string): IpAddress | null {
    if (this.#latest?.peer !== peer) this.#latest = { peer, address: readAddress(peer) };
    return this.#latest.address;
  }

  #find(headers: IncomingHeaders, connected: IpAddress | null): IpAddress | Unknown {
    if (!connected && this.#header === undefined) return 'no-address';
    const said = headers.get(this.#header ?? USUAL_HEADER);
    const saysSomething = said !== null || headers.has(USUAL_HEADER);
    if (connected?.range() === 'loopback' && !saysSomething) return 'this-machine';
    if (!connected || this.#trusts(connected)) return (said === null ? null : this.#walk(said)) ?? 'silent-proxy';
    return saysSomething && isOfOwnNetwork(connected) ? 'untrusted-proxy' : connected;
  }

  /** Null for what is no address. Where all are trusted, the furthest is the client. */
  #walk(said: string): IpAddress | null {
    let end = said.length;
    for (let hops = 0; hops < MAX_HOPS; hops += 1) {
      const comma = said.lastIndexOf(',', end - 1);
      const address = readAddress(said.slice(comma + 1, end));
      if (!address || comma <= 0 || !this.#trusts(address)) return address;
      end = comma;
    }
    return null;
  }

  #trusts(address: IpAddress): boolean {
    return this.#trusted.some((range) => isWithin(address, range));
  }
}

/** Whether the address is one that no visitor from elsewhere can have. */
function isOfOwnNetwork(address: IpAddress): boolean {
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(address.range());
}
