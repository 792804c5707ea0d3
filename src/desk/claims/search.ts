import type { ClaimRecord, Ledger } from '../../ledger/index.ts';
import { type IdRule, memberNames } from './member-names.ts';

/** Fewer characters fit too many claims. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 30;
const ID = /^[0-9a-hjkmnp-tv-z]+$/;
/** What is easily taken for a digit, and stands in no id (Crockford's base 32). */
const MISREAD: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** What a search found, and after which claim it goes on. */
export interface Found {
  claims: ClaimRecord[];
  next: string | null;
}

/**
 * The claims that a text names, newest first: by its id or the beginning of it, such as the reference that a visitor quotes; or all of the
 * member whose id it is. At most `limit` of each kind, and with `after` the member's next ones.
 */
export async function searchClaims(
  ledger: Ledger,
  text: string,
  { ids, limit, after }: { ids: IdRule; limit: number; after?: string },
): Promise<Found> {
  const idPrefix = readReference(text);
  const { names } = memberNames(text.replaceAll(/\s/g, ''), ids);
  const ofMember = { memberId: names, newestFirst: true, limit: limit + 1, ...(after !== undefined && { after }) };
  const [byId, byMember] = await Promise.all([
    idPrefix === null ? [] : ledger.list({ idPrefix, newestFirst: true, limit }),
    names.length === 0 ? [] : ledger.list(ofMember),
  ]);
  const shown = byMember.slice(0, limit);
  const known = new Set(byId.map(({ id }) => id));
  const others = shown.filter(({ id }) => !known.has(id));
  return {
    claims: after === undefined ? [...byId, ...others] : others,
    next: byMember.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** The beginning of an id that the text is, as it was read or typed, without blanks and punctuation; null if it can be none, or is too short to say which. */
function readReference(text: string): string | null {
  const id = text
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')
    .replaceAll(/[oil]/g, (letter) => MISREAD[letter] ?? letter);
  return id.length >= MIN_LENGTH && id.length <= MAX_LENGTH && ID.test(id) ? id : null;
}
