import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { all, first, type Operation } from '../operation.ts';
import { KEY, SALT } from '../members/pseudonym.ts';

/**
 * Gives a new ledger an id, which tells it from all others wherever it is kept, and a key, which has to be in every backup of it. `now` is
 * in epoch milliseconds.
 */
export function* establish(now: number): Operation<void> {
  const row = yield* first(`SELECT (SELECT id FROM ledger) AS id, ${KEY} AS secret, ${SALT} AS salt`);
  if (row?.['id'] === null) {
    yield* all('INSERT INTO ledger (id, made_at, epoch) VALUES (?, ?, 0)', crypto.randomUUID(), now);
  }
  if (row?.['secret'] === null) {
    // Pseudonyms that exist already stay valid.
    yield* all("INSERT INTO salts (purpose, salt) VALUES ('ledger', ?)", row['salt'] ?? bytesToHex(randomBytes(32)));
  }
}
