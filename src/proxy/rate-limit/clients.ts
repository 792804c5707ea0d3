import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { keyedHash } from '../../common/keyed-hash.ts';
import type { ClientAddresses, Unknown } from '../client-address/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Incoming } from '../http/incoming.ts';

const NO_LIMIT: Readonly<Record<Unknown, string>> = {
  'no-address':
    'requests come without an address, so no limit by address holds: hand { clientAddress } to fetch as its second argument, or name the header in which your host says whose they are (clientAddressHeader)',
  'untrusted-proxy':
    'requests come through a proxy that is not in trustedProxies, so no limit by address holds for its visitors: add its address there, if it writes X-Forwarded-For itself',
  'silent-proxy':
    'requests do not say for whom they are, so no limit by address holds for them: have the proxy before this one write X-Forwarded-For, and add its address to trustedProxies, or name the header that it writes (clientAddressHeader)',
  'this-machine':
    'requests come from this machine, so no limit by address holds for them: where visitors come through a proxy here, have it write X-Forwarded-For, and set trustedProxies',
};

/**
 * Tells clients apart, by names that are good for a day. What keeps them from being told apart is said in the log, once.
 */
export class Clients {
  readonly #addresses: ClientAddresses;
  readonly #names: DailyNames;
  readonly #logger: Logger;
  readonly #said = new Set<Unknown>();

  constructor(addresses: ClientAddresses, names: DailyNames, logger: Logger) {
    this.#addresses = addresses;
    this.#names = names;
    this.#logger = logger;
  }

  /**
   * The client's name, or null if no address is known. `peer` is the address that the connection came from; `isLimited` says
   * whether the client is held to limits, so that it matters who it is.
   */
  nameOf(
    request: Incoming,
    peer: string | undefined,
    { now, isLimited }: { now: number; isLimited: boolean },
  ): string | null {
    const { client, unknown, peer: proxy } = this.#addresses.of(request, peer);
    if (unknown !== null && isLimited) this.#say(unknown, proxy);
    return client === null ? null : this.#names.of(`address ${client}`, now);
  }

  #say(unknown: Unknown, proxy: string | null): void {
    if (this.#said.has(unknown)) return;
    this.#said.add(unknown);
    // On a developer's own machine there is nothing to be warned of.
    const level = unknown === 'this-machine' ? 'info' : 'warn';
    this.#logger[level](proxy === null ? {} : { proxy }, NO_LIMIT[unknown]);
  }
}

const DAY_MS = 86_400_000;
const LENGTH = 24;

/**
 * Names for addresses and members, which are counted by nothing else: keyed hashes. The key is another each day (UTC) and is
 * written nowhere, so that afterwards nobody can tell whose they were. Processes that count together share a secret, from
 * which each day's key comes; without one it is random.
 */
export class DailyNames {
  readonly #secret: Uint8Array | null;
  /** The day that was last asked for. */
  #today: { day: number; hash: (text: string) => string } | null = null;

  constructor(secret: string | null) {
    this.#secret = secret === null ? null : utf8ToBytes(secret);
  }

  /** `now` is in epoch milliseconds. */
  of(text: string, now: number): string {
    const day = Math.floor(now / DAY_MS);
    if (this.#today?.day !== day) this.#today = { day, hash: keyedHash(this.#keyOf(day)) };
    return this.#today.hash(text).slice(0, LENGTH);
  }

  #keyOf(day: number): Uint8Array {
    return this.#secret ? hmac(sha256, this.#secret, utf8ToBytes(`names of day ${day}`)) : randomBytes(32);
  }
}
