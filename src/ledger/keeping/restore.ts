import { claimTime } from '../claims/claim-id.ts';
import { COUNTS } from '../claims/query.ts';
import { readHalt } from './halt.ts';
import type { Decision, Gap, LedgerFacts } from './keeping.ts';
import { noteHistory } from './ledger-history.ts';
import { all, first, number, numberOrNull, type Operation, text } from '../operation.ts';
import { LedgerError } from '../port.ts';

/** See `LedgerKeeping.about`. */
export function* about(): Operation<LedgerFacts> {
  const row = yield* first('SELECT COUNT(*) AS claims FROM claims');
  return { ...(yield* glance()), claims: row ? number(row, 'claims') : 0 };
}

/** Selects the id of the newest claim. Claims that were set aside are skipped one by one, from the newest down. */
export const NEWEST = `SELECT id FROM claims WHERE ${COUNTS} ORDER BY id DESC LIMIT 1`;

/** See `LedgerKeeping.glance`. */
export function* glance(): Operation<Omit<LedgerFacts, 'claims'>> {
  const row = yield* first(`SELECT ledger.*, (${NEWEST}) AS newest FROM ledger`);
  if (!row) throw new LedgerError('the ledger does not say which one it is', { code: 'damaged' });
  const { halted, newest } = row;
  const [since, until] = [numberOrNull(row, 'gap_since'), numberOrNull(row, 'gap_until')];
  return {
    id: text(row, 'id'),
    madeAt: number(row, 'made_at'),
    newestClaimAt: typeof newest === 'string' ? claimTime(newest) : null,
    backedUpAt: numberOrNull(row, 'backed_up_at'),
    halted: typeof halted === 'string' ? readHalt(halted) : null,
    gap: since === null || until === null ? null : { since, until },
  };
}

/** See `LedgerKeeping.backedUp`. */
export function* backedUp(at: number): Operation<void> {
  yield* all('UPDATE ledger SET backed_up_at = ?', at);
}

/**
 * See `LedgerKeeping.restored`. Processes that have seen newer claims learn by the epoch that these are missing on purpose. The epoch is
 * the time, so that it differs when the same copy is put back twice.
 */
export function* restored(gap: Gap | null, { who, why }: Decision, now: number): Operation<LedgerFacts> {
  const before = yield* about();
  const known = gap && before.gap;
  const since = gap && Math.min(gap.since, known?.since ?? gap.since);
  const until = gap && Math.max(gap.until, known?.until ?? gap.until);
  yield* all(
    'UPDATE ledger SET epoch = CASE WHEN epoch < ? THEN ? ELSE epoch + 1 END, halted = NULL, gap_since = ?, gap_until = ?',
    now,
    now,
    since,
    until,
  );
  yield* noteHistory({ at: now, what: 'restored', who, why, details: { halted: before.halted, gap } });
  return yield* about();
}
