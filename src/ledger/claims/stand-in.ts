import type { Adopted, Decision } from '../keeping/keeping.ts';
import { all, number, type Operation, text } from '../operation.ts';
import type { ClaimRecord, GrantRecord } from '../port.ts';
import { follow } from './catch-up.ts';
import { moveGrant, refresh } from './journal.ts';
import { holds } from './machine.ts';

/**
 * Has the claim in the slot of a lost one stand for that, where the lost one was given or may have been, and the claim here waits or was surely not
 * given: the member would get the same again. That the lost one was refused decides nothing, since it may have been taken up after that. That it may
 * have been given decides nothing either where that sending was known before.
 */
export function* standIn(holder: ClaimRecord, lost: ClaimRecord, by: Decision, now: number): Operation<keyof Adopted> {
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
