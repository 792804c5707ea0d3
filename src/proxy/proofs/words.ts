import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { areSame } from '../events/hmac.ts';

/** What visitors read of a code that is none. */
export const WRONG_CODE = 'This code is not right. Please check it.';

/** A code or an answer as it counts: in small letters, without blanks and hyphens, which people add and leave out. */
export function wordOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '');
}

/** The SHA-256 of a word, which has one length however long that is. */
export function digestOf(text: string): Uint8Array {
  return sha256(utf8ToBytes(wordOf(text)));
}

/** The places in the list, from 0, of what was given. All are compared, so that the time tells nothing. */
export function placesOf(given: unknown, digests: readonly Uint8Array[]): number[] {
  const digest = digestOf(typeof given === 'string' ? given : '');
  return digests.map((one) => areSame(one, digest)).flatMap((same, place) => (same ? [place] : []));
}
