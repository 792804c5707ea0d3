import { jsonOrNull } from '../claims/journal.ts';
import type { LedgerEvent } from './keeping.ts';
import { all, number, type Operation, type Row, text } from '../operation.ts';

/** Adds one entry to the history of the ledger as a whole. */
export function* noteHistory({
  at,
  what,
  who = null,
  why = null,
  details,
}: Partial<LedgerEvent> & Pick<LedgerEvent, 'at' | 'what'>): Operation<void> {
  yield* all(
    `INSERT INTO ledger_history (seq, at, what, who, why, details)
     VALUES ((SELECT COALESCE(MAX(seq), -1) + 1 FROM ledger_history), ?, ?, ?, ?, ?)`,
    at,
    what,
    who,
    why,
    jsonOrNull(details),
  );
}

/** What was done with the ledger as a whole, oldest first. */
export function* ledgerHistory(): Operation<LedgerEvent[]> {
  const rows = yield* all('SELECT * FROM ledger_history ORDER BY seq');
  return rows.map(ledgerEvent);
}

function ledgerEvent(row: Row): LedgerEvent {
  const { who, why, details } = row;
  return {
    at: number(row, 'at'),
    what: text(row, 'what'),
    who: typeof who === 'string' ? who : null,
    why: typeof why === 'string' ? why : null,
    details: typeof details === 'string' ? JSON.parse(details) : null,
  };
}
