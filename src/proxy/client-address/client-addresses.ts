import { type AddressRange, isWithin, readRange } from './address-range.ts';
import { clientOf, type IpAddress, readAddress } from './ip-address.ts';
import type { Incoming, IncomingHeaders } from '../http/incoming.ts';

/**
 * Why the client of a request is not known.
 * - `no-address`: the runtime does not give the address of the connection.
 * - `untrusted-proxy`: the connection is from a proxy that is not trusted to name its client.
 * - `silent-proxy`: the connection is from a proxy that does not name its client, or not in a form that can be read.
 * - `this-machine`: the connection is from a program on this machine that names no client.
 */
export type Unknown = 'no-address' | 'untrusted-proxy' | 'silent-proxy' | 'this-machine';

/** The client of a request, or why it is not known. `peer` is the address of the connection, if known. */
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
   * The header in which a proxy or host names the client. It is believed from trusted proxies, and if the runtime does not give the address of the
   * connection. Default: `X-Forwarded-For` of trusted proxies.
   */
  header?: string | undefined;
  /** How many bits of an IPv6 address stand for one client; 64 if left out. */
  ipv6Prefix?: number;
}

const USUAL_HEADER = 'x-forwarded-for';
/** The usual network of one household or machine. */
const USUAL_PREFIX = 64;
/** The chain of one owner's proxies is never longer. */
const MAX_HOPS = 32;

/**
 * Finds the client of a request. A header that names it counts only if the connection is from one of the owner's proxies. It is read from the right,
 * because each proxy adds the address that it was called from: the first address that is not one of the owner's proxies is the client. Anything
 * further left may be invented by the client, and is ignored.
 */
export class ClientAddresses {
  readonly #trusted: readonly AddressRange[];
  readonly #header: string | undefined;
  readonly #ipv6Prefix: number;
  /** The last peer and its parsed address: behind a web server it is always the same. */
  #latest: { peer: string; address: IpAddress | null } | null = null;

  /** Throws `TypeError` if an entry is not a range. */
  constructor({ trustedProxies, header, ipv6Prefix = USUAL_PREFIX }: ClientAddressSettings) {
    this.#trusted = trustedProxies.map(readRange);
    this.#header = header;
    this.#ipv6Prefix = ipv6Prefix;
  }

  /** `peer` is the address of the connection, as the runtime gives it. */
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

  /** Null if an entry is not an address. If all are trusted, the leftmost is the client. */
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

/** Whether the address belongs to an own network, so that no visitor from elsewhere can have it. */
function isOfOwnNetwork(address: IpAddress): boolean {
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(address.range());
}
