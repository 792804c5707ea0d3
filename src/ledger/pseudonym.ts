import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { first, type Operation, Overtaken, text, type Value } from './operation.ts';

/** Longer than any member id, so that none can be mistaken for a pseudonym. */
const PREFIX = 'forgotten:';
const PURPOSE = 'members';

/** Selects the salt of pseudonyms, as a column of its own; it is null while nobody was forgotten. */
export const SALT = `(SELECT salt FROM salts WHERE purpose = '${PURPOSE}')`;

/**
 * The names that claims of one member stand under: the member's id, and the pseudonym that takes its place in claims that may
 * not be made again. `salt` is what `SALT` selects.
 */
export function namesWith(memberId: string, salt: Value | undefined): readonly string[] {
  return typeof salt === 'string' ? [memberId, pseudonymWith(memberId, salt)] : [memberId];
}

/** See `namesWith`. */
export function* namesOf(memberId: string): Operation<readonly string[]> {
  const row = yield* first(`SELECT ${SALT} AS salt`);
  return namesWith(memberId, row?.['salt']);
}

/** The member's pseudonym, for which the ledger is given a salt if it has none. */
export function* pseudonymOf(memberId: string): Operation<string> {
  const row = yield* first(`SELECT ${SALT} AS salt`);
  return pseudonymWith(memberId, row && row['salt'] !== null ? text(row, 'salt') : yield* newSalt());
}

/** HMAC-SHA256 of the id: it tells nobody who knows no salt who that was, but an id that comes again can be told by it. */
function pseudonymWith(memberId: string, salt: string): string {
  return PREFIX + bytesToHex(hmac(sha256, utf8ToBytes(salt), utf8ToBytes(memberId)));
}

function* newSalt(): Operation<string> {
  const row = yield* first(
    'INSERT INTO salts (purpose, salt) VALUES (?, ?) ON CONFLICT (purpose) DO NOTHING RETURNING salt',
    PURPOSE,
    bytesToHex(randomBytes(32)),
  );
  if (!row) throw new Overtaken();
  return text(row, 'salt');
}

/** As many question marks as there are names, for `IN (…)`. */
export function marks(names: readonly string[]): string {
  return names.map(() => '?').join(', ');
}
