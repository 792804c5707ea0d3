import type { ClaimRecord, Ledger } from '../../ledger/index.ts';
import { type IdRule, memberNames } from './member-names.ts';

/** Fewer characters fit too many claims. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 30;
const ID = /^[0-9a-hjkmnp-tv-z]+$/;
/** What is easily taken for a digit, and stands in no id (Crockford's base 32). */
const MISREAD: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/**
 * The claims that a text names, newest first: by its id or the beginning of it, such as the reference that a visitor quotes; or all of the
 * member whose id it is. At most `limit` of each kind.
 */
export async function searchClaims(ledger: Ledger, text: string, ids: IdRule, limit: number): Promise<ClaimRecord[]> {
  const idPrefix = readReference(text);
  const { names } = memberNames(text.replaceAll(/\s/g, ''), ids);
  const [byId, byMember] = await Promise.all([
    idPrefix === null ? [] : ledger.list({ idPrefix, newestFirst: true, limit }),
    names.length === 0 ? [] : ledger.list({ memberId: names, newestFirst: true, limit }),
  ]);
  const known = new Set(byId.map(({ id }) => id));
  return [...byId, ...byMember.filter(({ id }) => !known.has(id))];
}

/** The beginning of an id that the text is, as it was read or typed, without blanks and punctuation; null if it can be none, or is too short to say which. */
export function readReference(text: string): string | null {
  const id = text
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')
    .replaceAll(/[oil]/g, (letter) => MISREAD[letter] ?? letter);
  return id.length >= MIN_LENGTH && id.length <= MAX_LENGTH && ID.test(id) ? id : null;
}
