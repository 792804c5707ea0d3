import { charge } from './caps.ts';
import { jsonOrNull, moveGrant, pointsOf, record, refresh } from './journal.ts';
import { all, type Operation } from '../operation.ts';
import type { Caps, ClaimRecord, Grant, GrantRecord, Reservation, ReserveRequest } from '../port.ts';
import { PERSONAL } from '../schema.ts';

/** A grant that did not happen, with what is to be given in its place; nothing where the action gives it no more. */
interface Missing {
  grant: GrantRecord;
  instead: Grant | undefined;
}

/**
 * A claim of which some grants happened and others surely did not is taken up again for the others, under its own id: with
 * what the action gives now, since what it gave then may be why they did not happen. What was granted stays. Points that may have been
 * given in a time of which the ledger knows nothing (`inDoubt`) wait for an operator instead.
 */
export function* takeUp(
  request: ReserveRequest,
  names: readonly string[],
  claim: ClaimRecord,
  inDoubt: boolean,
): Operation<Reservation> {
  if (claim.state !== 'refused' && claim.state !== 'released') return { kind: 'held', claim };
  if (request.claimId !== claim.id) return { kind: 'incomplete', claim };

  const missing = missingGrants(claim.grants, request.grants);
  const doubted = inDoubt ? missing.filter(({ grant }) => grant.order.kind === 'points') : [];
  const asked = doubted.length > 0 ? doubted.map(({ grant }) => grant.order) : missing.map(({ instead }) => instead);
  const points = asked.reduce((sum, grant) => sum + (grant ? pointsOf(grant) : 0), 0);
  const cap =
    points > 0 ? yield* charge({ ...request, names }, withoutSeats(request.caps), { claims: 0, points }) : null;
  if (cap) return { kind: 'capped', cap };
  if (doubted.length > 0) return yield* wait(claim, doubted, request.now);

  const { now, deadline, memberId, service, evidence } = request;
  const fields = request.fields ?? claim.fields;
  const placed = new Map<number, GrantRecord>();
  for (const { grant, instead } of missing) {
    const isFirst = placed.size === 0;
    if (instead)
      placed.set(grant.index, yield* placeAgain(claim.id, grant, instead, { now, deadline, isFirst, evidence }));
    else yield* giveUp(claim.id, grant, now);
  }
  // The member may have been forgotten meanwhile, and gives anew what is known of them.
  yield* all(
    'UPDATE claims SET member_id = ?, service = ?, next_claim_at = ?, fields = ?, personal = ? WHERE id = ?',
    memberId,
    service,
    claim.nextClaimAt,
    jsonOrNull(fields),
    PERSONAL.all,
    claim.id,
  );
  const gone = new Set(missing.filter(({ instead }) => !instead).map(({ grant }) => grant.index));
  const grants = claim.grants.filter(({ index }) => !gone.has(index)).map((grant) => placed.get(grant.index) ?? grant);
  // The points are charged already, so what was missing counts as held before.
  return { kind: 'reserved', claim: yield* refresh({ ...claim, memberId, service, fields, grants }, [], now) };
}

/** They count as given, as they are charged already, until an operator says what they came to. */
function* wait(claim: ClaimRecord, doubted: readonly Missing[], now: number): Operation<Reservation> {
  const placed = new Map<number, GrantRecord>();
  for (const { grant } of doubted) {
    placed.set(grant.index, yield* moveGrant(claim.id, grant, { to: 'unknown', cause: 'gap', now }));
  }
  const grants = claim.grants.map((grant) => placed.get(grant.index) ?? grant);
  return { kind: 'in-doubt', claim: yield* refresh({ ...claim, grants }, [], now) };
}

/** The first points of a claim stand for the first that the action gives now, the second role for the second, and so on. */
function missingGrants(grants: readonly GrantRecord[], given: readonly Grant[]): Missing[] {
  return (['points', 'role'] as const).flatMap((kind) => {
    const now = given.filter((grant) => grant.kind === kind);
    const then = grants.filter(({ order }) => order.kind === kind);
    return then
      .map((grant, place) => ({ grant, instead: now[place] }))
      .filter(({ grant: { state } }) => state === 'refused' || state === 'released');
  });
}

/** A claim that is taken up again has its seat. */
function withoutSeats({ capacity: _capacity, ...caps }: Caps): Caps {
  return caps;
}

function* placeAgain(
  claimId: string,
  grant: GrantRecord,
  instead: Grant,
  { isFirst, evidence, ...at }: { now: number; deadline: number; isFirst: boolean; evidence: unknown },
): Operation<GrantRecord> {
  const before = JSON.stringify(grant.order);
  const after = JSON.stringify(instead);
  if (before !== after) {
    yield* all(
      'UPDATE grants SET ask = ?, points = ? WHERE claim_id = ? AND idx = ?',
      after,
      pointsOf(instead),
      claimId,
      grant.index,
    );
  }
  const note = before === after ? {} : { note: `in place of ${before}` };
  const found = isFirst && evidence !== undefined ? { evidence } : {};
  const move = { to: 'reserved', cause: 'reserve', ...note, ...found, ...at } as const;
  const placed = yield* moveGrant(claimId, { ...grant, order: instead }, move);
  return isFirst ? yield* moveGrant(claimId, placed, { to: 'sent', cause: 'send', ...at }) : placed;
}

/** The history keeps what it was. */
function* giveUp(claimId: string, { index, state, order }: GrantRecord, now: number): Operation<void> {
  const note = `the action gives it no more: ${JSON.stringify(order)}`;
  yield* record(claimId, index, state, { to: 'released', cause: 'reserve', note, now });
  yield* all('DELETE FROM grants WHERE claim_id = ? AND idx = ?', claimId, index);
}
