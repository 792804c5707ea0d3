import { all, first, number, type Operation } from './operation.ts';
import type { Allowance, Spent } from './port.ts';

/** See `Ledger.spend`. */
export function* spend(allowances: readonly Allowance[], now: number): Operation<Spent[]> {
  const results: Spent[] = [];
  for (const allowance of allowances) {
    const spent = yield* spendOne(allowance, now);
    results.push(spent);
    if (!spent.had) break;
  }
  return results;
}

/**
 * One number is kept of each allowance: when it is whole again. Spending puts that off by `everyMs`, and is refused where it
 * would come to lie more than the whole span ahead (the generic cell rate algorithm, ITU-T I.371). Only a clock that was set back
 * since can have made it lie that far ahead, and nobody is to be locked out until it is there again.
 */
function* spendOne({ id, everyMs, spanMs, peek, once }: Allowance, now: number): Operation<Spent> {
  const whole = now + spanMs;
  const latest = whole - everyMs;
  if (once !== undefined && (yield* wholeAt(once, whole)) > now)
    return { had: true, wholeAt: yield* wholeAt(id, whole) };
  if (!peek) {
    const row = yield* first(
      `INSERT INTO allowances (id, whole_at) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET whole_at =
         CASE WHEN allowances.whole_at BETWEEN ? AND ? THEN allowances.whole_at + ? ELSE excluded.whole_at END
       WHERE allowances.whole_at NOT BETWEEN ? AND ? RETURNING whole_at`,
      id,
      now + everyMs,
      now,
      latest,
      everyMs,
      latest + 1,
      whole,
    );
    if (row && once !== undefined) yield* keep(once, whole);
    if (row) return { had: true, wholeAt: number(row, 'whole_at') };
  }
  const at = yield* wholeAt(id, whole);
  return { had: at <= latest, wholeAt: at };
}

/** 0 where it is later than it can be. */
function* wholeAt(id: string, atMost: number): Operation<number> {
  const row = yield* first('SELECT whole_at FROM allowances WHERE id = ? AND whole_at <= ?', id, atMost);
  return row ? number(row, 'whole_at') : 0;
}

function* keep(id: string, until: number): Operation<void> {
  yield* all(
    'INSERT INTO allowances (id, whole_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET whole_at = excluded.whole_at',
    id,
    until,
  );
}

/** Forgets the allowances that are whole. */
export function* forgetWhole(now: number): Operation<void> {
  yield* all('DELETE FROM allowances WHERE whole_at <= ?', now);
}
