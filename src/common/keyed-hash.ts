import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, type Hash, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A hash that has taken in what comes before every text. Each text goes into a copy of it, and the copy is kept for the next: making
 * a new one would cost more than the hash.
 */
export class BegunHash<State extends Hash<State>> {
  readonly #state: State;
  readonly #copy: State;

  constructor(state: State) {
    this.#state = state;
    this.#copy = state.clone();
  }

  with(text: string): Uint8Array {
    // oxlint-disable-next-line no-underscore-dangle -- public, whatever its name says: it is how the library copies into a hash that is there
    return this.#state._cloneInto(this.#copy).update(utf8ToBytes(text)).digest();
  }
}

/** HMAC-SHA256 of texts under one key, in hexadecimal. What is the same for every text is worked out once. */
export function keyedHash(key: Uint8Array): (text: string) => string {
  const begun = new BegunHash(hmac.create(sha256, key));
  return (text) => bytesToHex(begun.with(text));
}
