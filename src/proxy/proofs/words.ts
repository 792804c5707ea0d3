import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { areSame } from '../events/hmac.ts';

/** What visitors read after a wrong code. */
export const WRONG_CODE = 'This code is not right. Please check it.';

/** The form in which a code or an answer is compared: lower case, without spaces and hyphens, which people add or leave out. */
export function wordOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '');
}

/** The SHA-256 of a word, which has the same length for all words. */
export function digestOf(text: string): Uint8Array {
  return sha256(utf8ToBytes(wordOf(text)));
}

/** The positions of the given word in the list, from 0. All are compared, so that the time reveals nothing. */
export function placesOf(given: unknown, digests: readonly Uint8Array[]): number[] {
  const digest = digestOf(typeof given === 'string' ? given : '');
  return digests.map((one) => areSame(one, digest)).flatMap((same, place) => (same ? [place] : []));
}
