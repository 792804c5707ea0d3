import { closeSync, openSync, readSync } from 'node:fs';
import type { LostClaim, Strays } from '../../ledger/index.ts';
import { claimsInLedger, straysInLedger } from './lost-in-ledger.ts';
import { claimsInLines } from './lost-in-lines.ts';

const SQLITE = 'SQLite format 3\0';

/**
 * Claims that a ledger may have lost, in portions: from another ledger's file, from an export in JSON, or from the log of a proxy. Those
 * of which nothing happened since `since` (epoch milliseconds) are left out. Rejects if the file cannot be read to its end, after what could.
 */
export async function* lostClaims(path: string, since: number): AsyncGenerator<LostClaim[]> {
  if (beginningOf(path) === SQLITE) yield* claimsInLedger(path, since);
  else yield* claimsInLines(path, since);
}

/**
 * What a ledger's file has of claims that it has not, in portions. Of a log or an export there is none. Throws if the file cannot be read to its
 * end, after what could.
 */
export function* strayBelongings(path: string): Generator<Strays> {
  if (beginningOf(path) === SQLITE) yield* straysInLedger(path);
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE.length);
    return bytes.toString('latin1', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
