import { charge } from './caps.ts';
import { catchUp, follow, grantsBehind } from './catch-up.ts';
import { timePrefix } from './claim-id.ts';
import { jsonOrNull, moveGrant, pointsOf, record, refresh } from './journal.ts';
import type { Adopted, BroughtBack, Decision, LostClaim, Strays } from '../keeping/keeping.ts';
import { holds } from './machine.ts';
import { bringBackUses } from './nonces.ts';
import { bringBackLinks, lockLinks } from '../members/links.ts';
import { all, first, number, lock, type Operation, Overtaken, type Row, text } from '../operation.ts';
import { type ClaimRecord, type GrantRecord, LedgerError } from '../port.ts';
import {
  isPseudonym,
  keyOfPseudonyms,
  marks,
  namesOf,
  pseudonym,
  pseudonymWith,
  saltOfPseudonyms,
} from '../members/pseudonym.ts';
import { ruleName } from '../periods/period.ts';
import { bringBackRules } from '../periods/rules.ts';
import { freePeriod, lastRolling, moveTo } from '../periods/slot.ts';
import { claimById } from './records.ts';
import { IS_ROLLING, PERSONAL, ROLLING } from '../schema.ts';
import { eventOf, tell } from '../deliveries/tell.ts';
import { isTrace, openTrace } from '../members/trace.ts';

/** See `LedgerKeeping.adopt`. */
export function* adopt(
  claims: readonly LostClaim[],
  by: Decision,
  now: number,
  strays: Strays = { uses: [], links: [] },
): Operation<Adopted> {
  const adopted: Adopted = { added: [], known: [], decided: [], twice: [] };
  const key = claims.some(({ memberId }) => isTrace(memberId)) ? yield* keyOfPseudonyms() : null;
  const known = key === null ? claims : claims.map((claim) => named(claim, key));
  // All locks before the first change of a claim: what is waited for later could wait for this. A reservation has that of the pseudonym, too.
  for (const memberId of [...new Set(known.map((claim) => claim.memberId))].toSorted()) {
    yield* lock(`member ${memberId}`);
  }
  yield* bringBackRules(known);
  yield* lockLinks([...known, strays]);
  // From now on members are looked for under their pseudonyms.
  if (key !== null) yield* saltOfPseudonyms();
  const brought: BroughtBack[] = [];
  for (const claim of known) {
    const { became, as } = yield* adoptOne(claim, by, now);
    adopted[became].push(claim.id);
    brought.push({ claim, as });
  }
  yield* bringBackUses(brought, strays);
  yield* bringBackLinks(brought, strays);
  yield* bringBackKeys(brought);
  return adopted;
}

/** Has what named a lost claim name it here, unless its details were purged here. */
function* bringBackKeys(brought: readonly BroughtBack[]): Operation<void> {
  for (const { claim, as } of brought) {
    for (const { key, fingerprint } of claim.idempotencyKeys ?? []) {
      yield* all(
        `INSERT INTO idempotency_keys (idempotency_key, fingerprint, claim_id)
         SELECT CAST(? AS TEXT), CAST(? AS TEXT), id FROM claims WHERE id = ? AND personal = ${PERSONAL.all}
         ON CONFLICT (idempotency_key, claim_id) DO NOTHING`,
        key,
        fingerprint,
        as,
      );
    }
  }
}

/** The claim with the pseudonym of its member, where only a trace of the member is known. */
function named(claim: LostClaim, key: string): LostClaim {
  const hash = openTrace(claim.memberId, claim.id, key);
  return hash === null ? claim : { ...claim, memberId: pseudonym(hash) };
}

/** What became of a lost claim, and the claim here that it is; null where that of its slot is another one. */
interface Became {
  became: keyof Adopted;
  as: string | null;
}

function* adoptOne(given: LostClaim, by: Decision, now: number): Operation<Became> {
  const there = yield* claimById(given.id);
  if (there) yield* requireSameMember(there, given);
  const behind = there ? yield* grantsBehind(there, given) : [];
  if (there && behind.length === 0) return { became: 'known', as: there.id };
  const holder = isHolding(given) ? yield* holderOf(given) : null;
  if (!holder || holder.id === there?.id) {
    const claim = there ?? given;
    const period = isHolding(given) && !isHolding(there) ? yield* freePeriod(claim) : claim.period;
    if (!there) {
      yield* insert({ ...given, period }, by, now);
      return { became: 'added', as: given.id };
    }
    if (period !== there.period) yield* moveTo(period, there.id);
    yield* catchUp({ ...there, period }, behind, by, now);
    return { became: 'decided', as: there.id };
  }
  const became = yield* decide(holder, given, by, now);
  return { became, as: became === 'twice' ? null : holder.id };
}

/** A pseudonym that is another member's was made with another key. */
function* requireSameMember(there: ClaimRecord, claim: ClaimRecord): Operation<void> {
  if (!isPseudonym(claim.memberId) || isPseudonym(there.memberId)) return;
  if (there.memberId.startsWith('purged:')) return;
  if (pseudonymWith(there.memberId, yield* saltOfPseudonyms()) === claim.memberId) return;
  throw new LedgerError(`claim ${claim.id} was another member's: what is to be brought back is of another ledger`, {
    code: 'another-ledger',
  });
}

/** The claim that has the slot of one that was lost. */
function* holderOf(lost: LostClaim): Operation<ClaimRecord | null> {
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

function isHolding(claim: ClaimRecord | null): claim is ClaimRecord {
  return claim !== null && claim.grants.some(({ state }) => holds(state));
}

/** Whether each event of the action is claimed, as far as is known: there may be a minimum gap between two such claims. */
function* isForEach(action: string): Operation<boolean> {
  const rule = ruleName({ repeats: 'rolling', everyHours: 0 });
  const known = yield* first('SELECT 1 AS found FROM rules WHERE action = ? AND rule = ?', action, rule);
  return known !== undefined;
}

/** What the history says of a claim that stands for a lost one: which one, and how often that was sent as far as was known then. */
function standsFor({ id, attempts }: { id: string; attempts: number }): string {
  return `; it was claim ${id}, sendings: ${attempts}`;
}

/** An older entry does not say how often: whatever was known by then counts as told. */
const STANDS_FOR = /; it was claim (?<id>[0-9a-z]+)(?:, sendings: (?<attempts>\d+))?$/;

/** Which lost claim an entry of the history names, and the sendings of it that were known. */
function stoodFor(cause: string): { id: string; attempts: number } | null {
  const { id, attempts = Infinity } = STANDS_FOR.exec(cause)?.groups ?? {};
  return id === undefined ? null : { id, attempts: Number(attempts) };
}

/** What the history of a claim says of one of its grants as that of a lost claim. */
interface Told {
  /** The sendings of the lost one that were known. */
  attempts: number;
  /** Whether it was sent here since, for the claim here. */
  isSentSince: boolean;
}

/** What was told of the lost claim, by the index of the grant here, and whether the claim here stands for others as well. */
function* toldOf(holder: ClaimRecord, lost: ClaimRecord): Operation<{ told: Map<number, Told>; ofOthers: boolean }> {
  const told = new Map<number, Told>();
  let ofOthers = false;
  const rows = yield* all(
    "SELECT idx, cause FROM events WHERE claim_id = ? AND (cause = 'send' OR cause LIKE 'send: %' OR cause LIKE '%; it was claim %') ORDER BY seq",
    holder.id,
  );
  for (const row of rows) {
    const index = number(row, 'idx');
    const before = told.get(index);
    const stood = stoodFor(text(row, 'cause'));
    if (stood?.id === lost.id) {
      told.set(index, { attempts: Math.max(stood.attempts, before?.attempts ?? 0), isSentSince: false });
    } else if (stood) ofOthers = true;
    else if (before) told.set(index, { ...before, isSentSince: true });
  }
  return { told, ofOthers };
}

/**
 * The claim in the slot of one that was lost becomes that one where that was given, or may have been: where it waits, and where it was surely not
 * given, so that it would be given now. That the lost one was refused decides nothing, since it may have been taken up after that; nor does it that it
 * may have been given, where that sending was known before.
 */
function* decide(holder: ClaimRecord, lost: ClaimRecord, by: Decision, now: number): Operation<keyof Adopted> {
  const { told, ofOthers } = yield* toldOf(holder, lost);
  const sameOf = ({ order }: GrantRecord) => lost.grants.find((grant) => grant.order.kind === order.kind);
  const asked = holder.grants.filter(({ order }) => order.kind === 'points');
  const isTwice = (grant: GrantRecord): boolean => {
    const [same, known] = [sameOf(grant), told.get(grant.index)];
    if (!holds(grant.state) || waits(grant) || !same) return false;
    return (known?.isSentSince ?? true) && isNews(same, known?.attempts ?? 0);
  };
  if (asked.some(isTwice)) {
    // Nothing was sent for it, so an operator knew already that the lost one was given, or it stands for another lost one.
    const isGiven = asked.every(({ state, attempts }) => state === 'granted' && attempts === 0);
    return isGiven && !ofOthers ? 'known' : 'twice';
  }
  const moved: GrantRecord[] = [];
  for (const grant of holder.grants) {
    const same = sameOf(grant);
    if (!same || grant.state === 'granted') continue;
    const note = `${by.who}: ${by.why}${standsFor({ id: lost.id, attempts: same.attempts })}`;
    const at = { note, now };
    const known = told.get(grant.index);
    const isFree = !holds(grant.state);
    if (waits(grant)) {
      if (same.state !== 'granted') continue;
      const echo = same.echo ?? grant.order;
      moved.push(yield* moveGrant(holder.id, grant, { to: 'granted', cause: 'operator', echo, ...at }));
    } else if (
      same.state === 'granted'
        ? known !== undefined || isFree
        : mayBeGiven(same) && (known === undefined || (isFree && same.attempts > known.attempts))
    ) {
      moved.push(yield* follow(holder.id, { here: grant, known: same }, at));
    }
  }
  if (moved.length === 0) return 'known';
  yield* refresh(holder, moved, now);
  return 'decided';
}

/** Whether a grant was given, or may have been by a sending beyond those that were known. */
function isNews(grant: GrantRecord, known: number): boolean {
  return grant.state === 'granted' || (mayBeGiven(grant) && grant.attempts > known);
}

function mayBeGiven({ state, attempts }: GrantRecord): boolean {
  return holds(state) && attempts > 0;
}

/** Whether nothing was sent for it that may have been given besides. */
function waits({ state, attempts, order }: GrantRecord): boolean {
  return state === 'unknown' && (attempts === 0 || order.kind === 'role');
}

function* insert(claim: ClaimRecord, { who, why }: Decision, now: number): Operation<void> {
  const { id, action, memberId, service, period, nextClaimAt, state, streak, fields, createdAt, grants } = claim;
  const held = grants.filter((grant) => holds(grant.state));
  const points = held.reduce((sum, { order }) => sum + pointsOf(order), 0);
  const claims = held.length > 0 ? 1 : 0;
  yield* charge({ action, names: [memberId] }, {}, { claims, points });
  yield* all(
    `INSERT INTO claims (id, action, member_id, service, period, next_claim_at, state, holds, streak, fields, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    action,
    memberId,
    service,
    period,
    nextClaimAt,
    state,
    claims,
    streak,
    jsonOrNull(fields),
    createdAt,
    now,
  );
  for (const { index, order, state: to, attempts, deadline, echo, evidence } of grants) {
    yield* all(
      'INSERT INTO grants (claim_id, idx, kind, points, ask, state, attempts, deadline, echo, evidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id,
      index,
      order.kind,
      pointsOf(order),
      JSON.stringify(order),
      to,
      attempts,
      deadline,
      jsonOrNull(echo),
      jsonOrNull(evidence),
    );
    yield* record(id, index, null, { to, cause: 'operator', note: `${who}: ${why}; brought back`, now });
  }
  const event = eventOf('pending', claim);
  if (event !== null) yield* tell(event, claim, now);
}
