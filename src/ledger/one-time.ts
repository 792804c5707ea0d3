import { all, first, type Operation } from './operation.ts';

/** See `Ledger.consume`. */
export function* consume({
  id,
  holder,
  expiresAt,
}: {
  id: string;
  holder: string;
  expiresAt: number;
}): Operation<boolean> {
  const used = yield* first(
    'INSERT INTO one_time (id, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id',
    id,
    holder,
    expiresAt,
  );
  if (used) return true;
  const row = yield* first('SELECT holder FROM one_time WHERE id = ?', id);
  return row?.['holder'] === holder;
}

/** Forgets what has expired. */
export function* forgetExpired(now: number): Operation<void> {
  yield* all('DELETE FROM one_time WHERE expires_at < ?', now);
}
