import { all, first, number, type Operation } from './operation.ts';
import type { RateLimitBucket, BucketState } from './port.ts';

/** See `Ledger.consume`. */
export function* consume(buckets: readonly RateLimitBucket[], now: number): Operation<BucketState[]> {
  const results: BucketState[] = [];
  for (const bucket of buckets) {
    const state = yield* consumeOne(bucket, now);
    results.push(state);
    if (!state.allowed) break;
  }
  return results;
}

/**
 * One number is kept of each bucket, its theoretical arrival time: when it is full again. To consume puts that off by `everyMs`, and is
 * refused where it would come to lie more than the whole span ahead (the generic cell rate algorithm, ITU-T I.371). Only a clock that was set back
 * since can have made it lie that far ahead, and nobody is to be locked out until it is there again.
 */
function* consumeOne({ id, everyMs, spanMs, peek, once }: RateLimitBucket, now: number): Operation<BucketState> {
  const whole = now + spanMs;
  const latest = whole - everyMs;
  if (once !== undefined && (yield* tat(once, whole)) > now) return { allowed: true, tat: yield* tat(id, whole) };
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
    if (row) return { allowed: true, tat: number(row, 'whole_at') };
  }
  const at = yield* tat(id, whole);
  return { allowed: at <= latest, tat: at };
}

/** 0 where it is later than it can be. */
function* tat(id: string, atMost: number): Operation<number> {
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

/** Forgets the buckets that are full. The table's name is from a time before they were called so. */
export function* forgetWhole(now: number): Operation<void> {
  yield* all('DELETE FROM allowances WHERE whole_at <= ?', now);
}
