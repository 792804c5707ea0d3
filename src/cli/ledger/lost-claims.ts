import { closeSync, openSync, readSync } from 'node:fs';
import type { LostClaim, Strays } from '../../ledger/index.ts';
import { claimsInLedger, straysInLedger } from './lost-in-ledger.ts';
import { claimsInLines } from './lost-in-lines.ts';

const SQLITE = 'SQLite format 3\0';

/**
 * Claims that a ledger may have lost, in chunks: from another ledger's file, a JSON export, or the log of a proxy. Claims that have not
 * changed since `since` (epoch milliseconds) are left out. If the file cannot be read to its end, rejects after the claims that could be read.
 */
export async function* lostClaims(path: string, since: number): AsyncGenerator<LostClaim[]> {
  if (beginningOf(path) === SQLITE) yield* claimsInLedger(path, since);
  else yield* claimsInLines(path, since);
}

/**
 * Uses and links in a ledger's file whose claims are not in it, in chunks; none in a log or an export. If the file cannot be read to its
 * end, throws after those that could be read.
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
