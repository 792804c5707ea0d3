import { all, first, type Operation, Overtaken, type Row, text } from '../operation.ts';
import type { ClaimRecord } from '../port.ts';
import type { LostClaim } from '../keeping/keeping.ts';
import { isPseudonym, marks, namesOf, pseudonymWith, saltOfPseudonyms } from '../members/pseudonym.ts';
import { ruleName } from '../periods/period.ts';
import { lastRolling } from '../periods/slot.ts';
import { IS_ROLLING, ROLLING } from '../schema.ts';
import { timePrefix } from './claim-id.ts';
import { holds } from './machine.ts';
import { claimById } from './records.ts';

/** The claim that has the slot of one that was lost. */
export function* holderOf(lost: LostClaim): Operation<ClaimRecord | null> {
  return lost.period.startsWith(ROLLING) ? yield* rollingHolderOf(lost) : yield* calendarHolderOf(lost);
}

function* calendarHolderOf({ id, memberId, action, period }: ClaimRecord): Operation<ClaimRecord | null> {
  const names = yield* namesOf(memberId);
  const [taken] = yield* all(
    `SELECT id FROM claims WHERE period = ? AND action = ? AND member_id IN (${marks(names)}) AND holds = 1`,
    period,
    action,
    ...names,
  );
  if (taken) return yield* stillHolding(text(taken, 'id'));
  if (!isPseudonym(memberId)) return null;
  // A member who claimed again since did so under the id, which the pseudonym does not tell.
  const since = yield* all(
    'SELECT id, member_id FROM claims WHERE period = ? AND action = ? AND holds = 1 AND id > ?',
    period,
    action,
    id,
  );
  return yield* claimOf(memberId, since);
}

/**
 * Rolling periods are counted, and were counted anew after the backup, so that their keys tell nothing: what is in the way of a lost claim is one whose
 * span it lies in, or which lies in its own. Where each event is claimed, none is in the way of another, but for one that the same event has made.
 */
function* rollingHolderOf(lost: LostClaim): Operation<ClaimRecord | null> {
  const { action, memberId, createdAt, nextClaimAt } = lost;
  const endsAt = nextClaimAt ?? createdAt;
  if (endsAt <= createdAt || (yield* isForEach(action))) return yield* repetitionOf(lost);
  const names = yield* namesOf(memberId);
  const lasts = yield* lastRolling({ names, action });
  // Mostly it is newer than all.
  const [beside] = lasts.some((last) => last.createdAt + (endsAt - createdAt) > createdAt)
    ? yield* all(
        `SELECT id FROM claims WHERE member_id IN (${marks(names)}) AND action = ? AND ${IS_ROLLING} AND holds = 1
           AND created_at < ? AND next_claim_at > ? ORDER BY id LIMIT 1`,
        ...names,
        action,
        endsAt,
        createdAt,
      )
    : [];
  if (beside) return yield* stillHolding(text(beside, 'id'));
  if (!isPseudonym(memberId)) return null;
  const since = yield* all(
    `SELECT id, member_id FROM claims WHERE id > ? AND id < ? AND action = ? AND ${IS_ROLLING} AND holds = 1`,
    lost.id,
    timePrefix(endsAt),
    action,
  );
  return yield* claimOf(memberId, since);
}

/** The claim that was asked for with what had named the lost one. */
function* repetitionOf({ id, action, memberId, idempotencyKeys = [] }: LostClaim): Operation<ClaimRecord | null> {
  const names = yield* namesOf(memberId);
  for (const { key, fingerprint } of idempotencyKeys) {
    const [repetition] = yield* all(
      `SELECT claims.id FROM idempotency_keys JOIN claims ON claims.id = idempotency_keys.claim_id
       WHERE idempotency_key = ? AND fingerprint = ? AND claims.id <> ? AND claims.action = ? AND claims.member_id IN (${marks(names)}) AND claims.holds = 1`,
      key,
      fingerprint,
      id,
      action,
      ...names,
    );
    if (repetition) return yield* stillHolding(text(repetition, 'id'));
  }
  return null;
}

/** Of these claims, which stand under ids, the first that is the pseudonym's. */
function* claimOf(hidden: string, rows: readonly Row[]): Operation<ClaimRecord | null> {
  const salt = yield* saltOfPseudonyms();
  const own = rows.find((row) => pseudonymWith(text(row, 'member_id'), salt) === hidden);
  return own ? yield* stillHolding(text(own, 'id')) : null;
}

/** The claim, which was found in its slot. Throws `Overtaken` where that is free by now, as by an operator's decision. */
function* stillHolding(id: string): Operation<ClaimRecord> {
  const claim = yield* claimById(id);
  if (!isHolding(claim)) throw new Overtaken();
  return claim;
}

export function isHolding(claim: ClaimRecord | null): claim is ClaimRecord {
  return claim !== null && claim.grants.some(({ state }) => holds(state));
}

/** Whether each event of the action is claimed, as far as is known: there may be a minimum gap between two such claims. */
function* isForEach(action: string): Operation<boolean> {
  const rule = ruleName({ repeats: 'rolling', everyHours: 0 });
  const known = yield* first('SELECT 1 AS found FROM rules WHERE action = ? AND rule = ?', action, rule);
  return known !== undefined;
}
