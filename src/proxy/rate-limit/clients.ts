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

/** Identifies clients by names that are valid for a day. If clients cannot be told apart, the reason is logged once. */
export class Clients {
  readonly #addresses: ClientAddresses;
  readonly #names: DailyNames;
  readonly #logger: Logger;
  readonly #warned = new Set<Unknown>();

  constructor(addresses: ClientAddresses, names: DailyNames, logger: Logger) {
    this.#addresses = addresses;
    this.#names = names;
    this.#logger = logger;
  }

  /**
   * The client's name, or null if its address is not known. `peer` is the address of the connection. `isLimited` says whether limits apply to the
   * client: only then is an unknown address worth a warning.
   */
  nameOf(
    request: Incoming,
    peer: string | undefined,
    { now, isLimited }: { now: number; isLimited: boolean },
  ): string | null {
    const { client, unknown, peer: proxy } = this.#addresses.of(request, peer);
    if (unknown !== null && isLimited) this.#warnOnce(unknown, proxy);
    return client === null ? null : this.#names.of(`address ${client}`, now);
  }

  #warnOnce(unknown: Unknown, proxy: string | null): void {
    if (this.#warned.has(unknown)) return;
    this.#warned.add(unknown);
    // During development on this machine there is nothing to warn of.
    const level = unknown === 'this-machine' ? 'info' : 'warn';
    this.#logger[level](proxy === null ? {} : { proxy }, NO_LIMIT[unknown]);
  }
}

const DAY_MS = 86_400_000;
const LENGTH = 24;

/**
 * Names for addresses and members in the buckets of limits: keyed hashes. The key changes each day (UTC) and is stored nowhere, so that nobody can
 * later find out whose names they were. Processes that count together derive each day's key from a shared secret. Without a secret the key is random.
 */
export class DailyNames {
  readonly #secret: Uint8Array | null;
  /** The latest day, and its hash function. */
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
