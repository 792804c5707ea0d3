import { all, first, type Operation, Overtaken, text } from './operation.ts';
import type { Nonce } from './port.ts';
import { marks } from './pseudonym.ts';

/** How much longer than it is good what was used is remembered, as clocks differ. */
const GRACE_MS = 24 * 3_600_000;

/** See `Ledger.useNonce`. */
export function* useNonce(use: Nonce): Operation<boolean> {
  return yield* take(use, '');
}

/** The id of the first that was used before; null where all of them are still good. */
export function* findUsed(uses: readonly Nonce[]): Operation<string | null> {
  if (uses.length === 0) return null;
  const ids = uses.map(({ id }) => id);
  const used = yield* first(`SELECT id FROM one_time WHERE id IN (${marks(ids)}) ORDER BY id LIMIT 1`, ...ids);
  return used ? text(used, 'id') : null;
}

/** Uses all of them up for the claim, after `findUsed` found none. In one order, so that no two transactions wait for each other. */
export function* useUp(uses: readonly Nonce[], claimId: string): Operation<void> {
  for (const use of uses.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (!(yield* take(use, claimId))) throw new Overtaken();
  }
}

function* take({ id, expiresAt }: Nonce, holder: string): Operation<boolean> {
  const taken = yield* first(
    'INSERT INTO one_time (id, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id',
    id,
    holder,
    expiresAt,
  );
  return taken !== undefined;
}

/** Forgets what has expired for long. */
export function* forgetExpired(now: number): Operation<void> {
  yield* all('DELETE FROM one_time WHERE expires_at < ?', now - GRACE_MS);
}
