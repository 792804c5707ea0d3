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
 * One number is kept of each bucket, its theoretical arrival time: when it is full again. Consuming moves that by `everyMs`, and is refused
 * where it would then lie more than the whole span ahead (the generic cell rate algorithm, ITU-T I.371). A stored time beyond that was
 * written by a clock that has been set back since. It is ignored, so that nobody is locked out until then.
 */
function* consumeOne({ id, everyMs, spanMs, peek, once }: RateLimitBucket, now: number): Operation<BucketState> {
  const whole = now + spanMs;
  const latest = whole - everyMs;
  if (once !== undefined && (yield* tat(once, whole)) > now) return { allowed: true, tat: yield* tat(id, whole) };
  if (!peek) {
    const row = yield* first(
      `INSERT INTO rate_limits (id, tat) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET tat =
         CASE WHEN rate_limits.tat BETWEEN ? AND ? THEN rate_limits.tat + ? ELSE excluded.tat END
       WHERE rate_limits.tat NOT BETWEEN ? AND ? RETURNING tat`,
      id,
      now + everyMs,
      now,
      latest,
      everyMs,
      latest + 1,
      whole,
    );
    if (row && once !== undefined) yield* storeTat(once, whole);
    if (row) return { allowed: true, tat: number(row, 'tat') };
  }
  const at = yield* tat(id, whole);
  return { allowed: at <= latest, tat: at };
}

/** The bucket's theoretical arrival time; 0 where none is stored, or one that is later than possible. */
function* tat(id: string, atMost: number): Operation<number> {
  const row = yield* first('SELECT tat FROM rate_limits WHERE id = ? AND tat <= ?', id, atMost);
  return row ? number(row, 'tat') : 0;
}

function* storeTat(id: string, at: number): Operation<void> {
  yield* all(
    'INSERT INTO rate_limits (id, tat) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET tat = excluded.tat',
    id,
    at,
  );
}

/** Deletes the buckets that are full again. */
export function* deleteFullBuckets(now: number): Operation<void> {
  yield* all('DELETE FROM rate_limits WHERE tat <= ?', now);
}
