import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { all, first, type Operation } from '../operation.ts';
import { KEY, SALT } from '../members/pseudonym.ts';

/**
 * Gives the ledger what it needs from the beginning, as far as it lacks it: an id, by which one ledger is told from another wherever it
 * lies, and a key, which has to be in every backup of it. `now` is in epoch milliseconds.
 */
export function* establish(now: number): Operation<void> {
  const row = yield* first(`SELECT (SELECT id FROM ledger) AS id, ${KEY} AS secret, ${SALT} AS salt`);
  if (row?.['id'] === null) {
    yield* all('INSERT INTO ledger (id, made_at, epoch) VALUES (?, ?, 0)', crypto.randomUUID(), now);
  }
  if (row?.['secret'] === null) {
    // Pseudonyms that there are already stay what they are.
    yield* all("INSERT INTO salts (purpose, salt) VALUES ('ledger', ?)", row['salt'] ?? bytesToHex(randomBytes(32)));
  }
}
