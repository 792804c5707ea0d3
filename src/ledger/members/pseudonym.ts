import { first, type Operation, Overtaken, text, type Value } from '../operation.ts';
import { keyedHash } from './trace.ts';

/** What a pseudonym begins with. Longer than any member id, so that none can be mistaken for one. */
export const PSEUDONYM = 'forgotten:';
const PURPOSE = 'members';

/** Selects the ledger's key, as a column of its own. */
export const KEY = "(SELECT salt FROM salts WHERE purpose = 'ledger')";

/** Selects the salt of pseudonyms, as a column of its own; null until somebody was forgotten. */
export const SALT = `(SELECT salt FROM salts WHERE purpose = '${PURPOSE}')`;

/**
 * The names that claims of one member stand under: the member's id, and the pseudonym that takes its place in claims that may
 * not be made again. `salt` is what `SALT` selects.
 */
export function namesWith(memberId: string, salt: Value | undefined): readonly string[] {
  return typeof salt === 'string' ? [memberId, pseudonymWith(memberId, salt)] : [memberId];
}

/** What the pseudonyms are made with, or would be if nobody was forgotten yet. */
export function* keyOfPseudonyms(): Operation<string> {
  const row = yield* first(`SELECT COALESCE(${SALT}, ${KEY}) AS salt`);
  return text(row ?? {}, 'salt');
}

/** See `namesWith`. */
export function* namesOf(memberId: string): Operation<readonly string[]> {
  const row = yield* first(`SELECT ${SALT} AS salt`);
  return namesWith(memberId, row?.['salt']);
}

/** The member's pseudonym. A pseudonym stays as it is. */
export function* pseudonymOf(memberId: string): Operation<string> {
  if (isPseudonym(memberId)) return memberId;
  return pseudonymWith(memberId, yield* saltOfPseudonyms());
}

/** The salt, which is the ledger's key: from now on members are looked for under their pseudonyms too. */
export function* saltOfPseudonyms(): Operation<string> {
  const row = yield* first(`SELECT ${SALT} AS salt`);
  return row && row['salt'] !== null ? text(row, 'salt') : yield* newSalt();
}

/** What stands for the member with that keyed hash. */
export function pseudonym(hash: string): string {
  return PSEUDONYM + hash;
}

/** Whether it is a pseudonym, by which a returning member is recognised. The `purged:` of a claim is none. */
export function isPseudonym(memberId: string): boolean {
  return memberId.startsWith(PSEUDONYM);
}

/** Whether it is a real member id, and neither a pseudonym nor `purged:`. */
export function isMemberId(memberId: string): boolean {
  return !isPseudonym(memberId) && !memberId.startsWith('purged:');
}

/** HMAC-SHA256 of the id: without the salt nobody can tell whose it was, but an id that comes again has the same. */
export function pseudonymWith(memberId: string, salt: string): string {
  return pseudonym(keyedHash(memberId, salt));
}

function* newSalt(): Operation<string> {
  const row = yield* first(
    `INSERT INTO salts (purpose, salt) VALUES (?, ${KEY}) ON CONFLICT (purpose) DO NOTHING RETURNING salt`,
    PURPOSE,
  );
  if (!row) throw new Overtaken();
  return text(row, 'salt');
}

/** As many question marks as there are values, for `IN (…)`. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
