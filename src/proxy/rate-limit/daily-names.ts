import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const DAY_MS = 86_400_000;
const LENGTH = 24;

/**
 * Names for addresses and members, which are counted by nothing else: keyed hashes, whose key is another each day (UTC) and is
 * written nowhere, so that afterwards nobody can tell whose they were. Processes that count together share a secret, from
 * which each day's key comes; without one it is random.
 */
export class DailyNames {
  readonly #secret: Uint8Array | null;
  #day = Number.NaN;
  #key = new Uint8Array();

  constructor(secret: string | null) {
    this.#secret = secret === null ? null : utf8ToBytes(secret);
  }

  /** `now` is in epoch milliseconds. */
  of(text: string, now: number): string {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#key = this.#secret ? hmac(sha256, this.#secret, utf8ToBytes(`names of day ${day}`)) : randomBytes(32);
    }
    return bytesToHex(hmac(sha256, this.#key, utf8ToBytes(text))).slice(0, LENGTH);
  }
}
