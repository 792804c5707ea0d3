import { timePrefix } from '../claims/claim-id.ts';
import type { Decision } from './keeping.ts';
import { noteHistory } from './ledger-history.ts';
import { all, first, number, numberOrNull, type Operation, type Row } from '../operation.ts';
import { LedgerError } from '../port.ts';

/** Where an operator reads what to do once a clock that was ahead is right again. */
export const SEE_SET_ASIDE =
  'see rewards ledger set-aside --help (on another database: the method setAside of the ledger)';

/** By what a store tells the time. */
export interface Clock {
  /** Milliseconds that clocks may differ before no claims are made. */
  toleranceMs: number;
  /** The store's own, where it has one, which all processes share. */
  store: StoreClock | null;
}

/** The clock of a store, and that of this machine, which is held against it. */
export interface StoreClock {
  /** An SQL expression for epoch milliseconds. */
  sql: string;
  /** Epoch milliseconds by this machine's clock. */
  now: () => number;
}

/** Selects what the store's own clock says, as a column of its own. */
export function storeTime({ store }: Clock): string {
  return `${store?.sql ?? 'NULL'} AS store_time`;
}

/**
 * Throws `LedgerError` where this machine's clock is too far from the store's. A claim dated ahead would keep all others waiting until that
 * time has come, or count for another day.
 */
export function requireSameTime(row: Row | undefined, clock: Clock): void {
  const apartMs = driftIn(row, clock);
  if (Math.abs(apartMs) <= clock.toleranceMs) return;
  const where = apartMs > 0 ? 'ahead of' : 'behind';
  throw new LedgerError(
    `this machine's clock is ${Math.round(Math.abs(apartMs) / 1000)} seconds ${where} the database's, so it makes no claims: set it right`,
    { code: 'clock-apart' },
  );
}

/** The process's time, corrected where its clock is too far from the store's. */
export function* correctedTime(now: number, clock: Clock): Operation<number> {
  if (clock.store === null) return now;
  const driftMs = driftIn(yield* first(`SELECT ${storeTime(clock)}`), clock);
  return Math.abs(driftMs) > clock.toleranceMs ? now - driftMs : now;
}

/** See `LedgerKeeping.setAside`. */
export function* setAside({ who, why }: Decision, now: number, clock: Clock): Operation<number> {
  const since = timePrefix((yield* correctedTime(now, clock)) + clock.toleranceMs);
  const row = yield* first(
    'SELECT COUNT(*) AS claims, MIN(id) AS first, MAX(id) AS last FROM claims WHERE id >= ?',
    since,
  );
  const claims = row ? number(row, 'claims') : 0;
  if (!row || claims === 0) return 0;
  yield* all(
    'INSERT INTO set_aside (first_id, last_id) VALUES (?, ?) ON CONFLICT (first_id) DO UPDATE SET last_id = excluded.last_id',
    row['first'] ?? null,
    row['last'] ?? null,
  );
  yield* noteHistory({ at: now, what: 'set aside', who, why, details: { claims } });
  return claims;
}

function driftIn(row: Row | undefined, { store }: Clock): number {
  const at = row ? numberOrNull(row, 'store_time') : null;
  return at === null || store === null ? 0 : store.now() - at;
}
