import { noteAudit } from '../keeping/audit.ts';
import {
  type Delivery,
  DELIVERY_STATES,
  type DeliveryCount,
  type DeliveryFilter,
  type DeliveryKey,
  type DeliveryResult,
  type DeliveryState,
  type DueDelivery,
  type LedgerDeliveries,
  type Receiver,
  TOLD_EVENTS,
} from './deliveries.ts';
import { all, lock, number, numberOrNull, type Operation, type Row, text, word, type Value } from '../operation.ts';
import { isMemberId } from '../members/pseudonym.ts';

const DAY_MS = 24 * 3_600_000;
/** How long deliveries are kept after they have ended. */
const KEPT_MS = { delivered: 7 * DAY_MS, failed: 90 * DAY_MS };
/** How far the clocks of two machines may differ. */
const CLOCKS_APART_MS = 60_000;
const PAGE = 100;
const KEY = 'claim_id = ? AND seq = ? AND receiver = ?';
/** There are partial indexes for `waiting` and `failed`: a query has to repeat the index's condition literally. */
const IN_STATE: Readonly<Record<DeliveryState, string>> = {
  waiting: "state = 'waiting'",
  delivered: "state = 'delivered'",
  failed: "state = 'failed'",
};
const NO_RECEIVER = 'the config has no such receiver any more';

/** See `LedgerDeliveries.setReceivers`. */
export function* setReceivers(receivers: readonly Receiver[], now: number): Operation<void> {
  const wanted = receivers.flatMap(({ name, types }) => types.map((type) => ({ name, type }))).toSorted(byName);
  const there = yield* all('SELECT name, type, stopped_at FROM receivers');
  const known = there.map((row) => ({ name: text(row, 'name'), type: text(row, 'type') })).toSorted(byName);
  const isStopped = there.some((row) => row['stopped_at'] !== null);
  if (!isStopped && JSON.stringify(known) === JSON.stringify(wanted)) return;
  yield* lock('receivers');
  yield* all('DELETE FROM receivers');
  for (const { name, type } of wanted) {
    yield* all(
      'INSERT INTO receivers (name, type) VALUES (?, ?) ON CONFLICT (name, type) DO UPDATE SET stopped_at = NULL',
      name,
      type,
    );
  }
  const names = new Set(wanted.map(({ name }) => name));
  for (const name of new Set(known.map((one) => one.name))) if (!names.has(name)) yield* giveUp(name, NO_RECEIVER, now);
}

function byName(one: { name: string; type: string }, other: { name: string; type: string }): number {
  return `${one.name} ${one.type}` < `${other.name} ${other.type}` ? -1 : 1;
}

/** See `LedgerDeliveries.takeDeliveries`. The lock lets one process look after the other, so that none takes what another has taken. */
export function* takeDeliveries(taking: Parameters<LedgerDeliveries['takeDeliveries']>[0]): Operation<DueDelivery[]> {
  const { receiver, now, until, limit, clockSetBack = false } = taking;
  yield* lock(`deliveries ${receiver}`);
  if (clockSetBack) yield* bringForward(receiver, now);
  const rows = yield* all(
    `SELECT deliveries.*, claims.member_id FROM deliveries JOIN claims ON claims.id = deliveries.claim_id
     WHERE deliveries.receiver = ? AND deliveries.state = 'waiting' AND due_at <= ? ORDER BY due_at, claim_id, seq LIMIT ?`,
    receiver,
    now,
    limit,
  );
  const taken: DueDelivery[] = [];
  for (const row of rows) {
    const delivery = deliveryIn(row);
    const attempts = delivery.attempts + 1;
    const memberId = text(row, 'member_id');
    yield* all(
      `UPDATE deliveries SET attempts = ?, due_at = ?, ended_at = ? WHERE ${KEY}`,
      attempts,
      until,
      now,
      ...valuesOf(delivery),
    );
    taken.push({
      ...delivery,
      attempts,
      dueAt: until,
      attempt: attempts - number(row, 'base'),
      memberId: isMemberId(memberId) ? memberId : null,
    });
  }
  return taken;
}

/** Makes due what was recorded or postponed by a clock that was ahead. While a delivery waits, `ended_at` says when it was postponed. */
function* bringForward(receiver: string, now: number): Operation<void> {
  yield* all(
    `UPDATE deliveries SET due_at = ? WHERE receiver = ? AND state = 'waiting' AND due_at > ? AND (attempts = base OR ended_at > ?)`,
    now,
    receiver,
    now,
    now + CLOCKS_APART_MS,
  );
}

/** See `LedgerDeliveries.noteDelivery`. */
export function* noteDelivery(key: DeliveryKey, result: DeliveryResult, now: number): Operation<void> {
  const { state, outcome, attempts } = result;
  if (state === 'waiting') {
    yield* all(
      `UPDATE deliveries SET due_at = ?, outcome = ?, ended_at = ? WHERE ${KEY} AND state = 'waiting' AND attempts = ?`,
      result.dueAt,
      outcome,
      now,
      ...valuesOf(key),
      attempts,
    );
    return;
  }
  yield* all(
    `UPDATE deliveries SET state = ?, due_at = NULL, outcome = ?, ended_at = ?, expires_at = ?
     WHERE ${KEY} AND ${state === 'delivered' ? 'attempts >= ?' : "state = 'waiting' AND attempts = ?"}`,
    state,
    outcome,
    now,
    now + KEPT_MS[state],
    ...valuesOf(key),
    attempts,
  );
}

/** See `LedgerDeliveries.stopReceiver`. */
export function* stopReceiver(receiver: string, outcome: string, now: number): Operation<void> {
  yield* all('UPDATE receivers SET stopped_at = ? WHERE name = ?', now, receiver);
  yield* giveUp(receiver, outcome, now);
}

function* giveUp(receiver: string, outcome: string, now: number): Operation<void> {
  yield* all(
    `UPDATE deliveries SET state = 'failed', due_at = NULL, outcome = ?, ended_at = ?, expires_at = ?
     WHERE receiver = ? AND state = 'waiting'`,
    outcome,
    now,
    now + KEPT_MS.failed,
    receiver,
  );
}

/** See `LedgerDeliveries.deliveries`. */
export function* deliveries(filter: DeliveryFilter): Operation<Delivery[]> {
  const { state, receiver, claimId, after, limit = PAGE } = filter;
  const before = after && [after.claimId, after.claimId, after.seq, after.claimId, after.seq, after.receiver];
  const wanted: [string, readonly Value[] | undefined][] = [
    [state ? IN_STATE[state] : '', state && []],
    ['receiver = ?', receiver === undefined ? undefined : [receiver]],
    ['claim_id = ?', claimId === undefined ? undefined : [claimId]],
    ['(claim_id < ? OR (claim_id = ? AND seq < ?) OR (claim_id = ? AND seq = ? AND receiver < ?))', before],
  ];
  const used = wanted.filter((entry): entry is [string, readonly Value[]] => entry[1] !== undefined);
  const where = used.map(([condition]) => condition).join(' AND ') || '1 = 1';
  const rows = yield* all(
    `SELECT * FROM deliveries WHERE ${where} ORDER BY claim_id DESC, seq DESC, receiver DESC LIMIT ?`,
    ...used.flatMap(([, values]) => values),
    limit,
  );
  return rows.map(deliveryIn);
}

/** See `LedgerDeliveries.deliveryCounts`. */
export function* deliveryCounts(): Operation<DeliveryCount[]> {
  const counts = new Map<string, DeliveryCount>();
  for (const state of DELIVERY_STATES) {
    const rows = yield* all(
      `SELECT receiver, COUNT(*) AS count FROM deliveries WHERE ${IN_STATE[state]} GROUP BY receiver`,
    );
    for (const row of rows) {
      const receiver = text(row, 'receiver');
      const before = counts.get(receiver) ?? { receiver, waiting: 0, delivered: 0, failed: 0 };
      counts.set(receiver, { ...before, [state]: number(row, 'count') });
    }
  }
  return [...counts.values()].toSorted((one, other) => (one.receiver < other.receiver ? -1 : 1));
}

/** See `LedgerDeliveries.sendAgain`. */
export function* sendAgain(
  which: readonly DeliveryKey[] | { failedFor: string | null },
  who: string,
  now: number,
): Operation<number> {
  const wanted: [string, readonly Value[]][] =
    'failedFor' in which
      ? which.failedFor === null
        ? [["state = 'failed'", []]]
        : [["state = 'failed' AND receiver = ?", [which.failedFor]]]
      : which.map((key) => [KEY, valuesOf(key)]);
  let count = 0;
  for (const [condition, values] of wanted) {
    const again = yield* all(
      `UPDATE deliveries SET state = 'waiting', base = attempts, due_at = ?, ended_at = NULL, expires_at = NULL
       WHERE ${condition} AND EXISTS (SELECT 1 FROM receivers WHERE receivers.name = deliveries.receiver) RETURNING claim_id, receiver`,
      now,
      ...values,
    );
    count += again.length;
    for (const name of new Set(again.map((row) => text(row, 'receiver')))) {
      yield* all('UPDATE receivers SET stopped_at = NULL WHERE name = ?', name);
    }
    const claimId = 'failedFor' in which ? null : (again[0]?.['claim_id'] ?? null);
    const details = 'failedFor' in which ? { receiver: which.failedFor, deliveries: again.length } : null;
    if (again.length === 0) continue;
    const about = typeof claimId === 'string' ? claimId : null;
    yield* noteAudit({ at: now, who, what: 'sent again', claimId: about, details: details ?? receiverOf(again[0]) });
  }
  return count;
}

function receiverOf(row: Row | undefined): { receiver: Value } {
  return { receiver: row?.['receiver'] ?? null };
}

function valuesOf({ claimId, seq, receiver }: DeliveryKey): [string, number, string] {
  return [claimId, seq, receiver];
}

function deliveryIn(row: Row): Delivery {
  const outcome = row['outcome'];
  const state = word(row, 'state', DELIVERY_STATES);
  return {
    claimId: text(row, 'claim_id'),
    seq: number(row, 'seq'),
    receiver: text(row, 'receiver'),
    type: word(row, 'type', TOLD_EVENTS),
    at: number(row, 'at'),
    claim: JSON.parse(text(row, 'claim')),
    state,
    attempts: number(row, 'attempts'),
    dueAt: numberOrNull(row, 'due_at'),
    outcome: typeof outcome === 'string' ? outcome : null,
    endedAt: state === 'waiting' ? null : numberOrNull(row, 'ended_at'),
  };
}
