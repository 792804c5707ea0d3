import { moveGrant, refresh } from './journal.ts';
import type { Decision } from '../keeping/keeping.ts';
import { first, number, type Operation } from '../operation.ts';
import { type ClaimRecord, type Grant, type GrantRecord, isSameGrant } from '../claim.ts';

/** A grant as this ledger has it, and as another one knows it, which has seen more of it. */
interface Behind {
  here: GrantRecord;
  known: GrantRecord;
}

/**
 * The grants of a claim of which another ledger knows more: what they came to while they are open here, that they happened after all, or
 * that they were tried once more since. What is granted here stays so.
 */
export function* grantsBehind(here: ClaimRecord, known: ClaimRecord): Operation<Behind[]> {
  const behind: Behind[] = [];
  for (const grant of here.grants) {
    const same = known.grants.find(({ index, order }) => index === grant.index && order.kind === grant.order.kind);
    if (!same) continue;
    const isOlder = known.updatedAt < (yield* doubtedAt(here.id, grant));
    if (isBehind(grant, same, isOlder)) behind.push({ here: grant, known: same });
  }
  return behind;
}

function isBehind(here: GrantRecord, known: GrantRecord, isOlder: boolean): boolean {
  if (here.state === 'granted') return false;
  if (known.state === 'granted') return true;
  // What came of an earlier attempt says nothing of this one, nor of one that was made after it and may be missing.
  if (isOpen(here) && !isOpen(known))
    return known.attempts > here.attempts || (known.attempts === here.attempts && !isOlder);
  return (!isOpen(here) || here.state === 'reserved') && known.attempts > here.attempts;
}

/** When the grant was last doubted, as the ledger may have lost what became of it (epoch milliseconds). */
function* doubtedAt(claimId: string, { index, state }: GrantRecord): Operation<number> {
  if (state !== 'unknown') return 0;
  const row = yield* first(
    "SELECT COALESCE(MAX(at), 0) AS at FROM events WHERE claim_id = ? AND idx = ? AND cause = 'gap'",
    claimId,
    index,
  );
  return row ? number(row, 'at') : 0;
}

function isOpen({ state }: GrantRecord): boolean {
  return state === 'reserved' || state === 'sent' || state === 'unknown';
}

/** Brings a claim to where the other ledger has it, step by step, as its history has it from then on. */
export function* catchUp(claim: ClaimRecord, behind: readonly Behind[], by: Decision, now: number): Operation<void> {
  const note = `${by.who}: ${by.why}; brought back`;
  const moved: GrantRecord[] = [];
  for (const grant of behind) moved.push(yield* follow(claim.id, grant, { note, now }));
  yield* refresh(claim, moved, now);
}

/** Brings one grant there. */
export function* follow(
  claimId: string,
  { here, known }: Behind,
  told: { note: string; now: number },
): Operation<GrantRecord> {
  const at = { deadline: known.deadline, ...told };
  let grant = here;
  if (!isOpen(grant)) grant = yield* moveGrant(claimId, grant, { to: 'reserved', cause: 'reserve', ...at });
  // What an operator called given may have been sent for another claim.
  if (grant.state === 'reserved' && (known.attempts > 0 || known.state === 'granted')) {
    grant = yield* moveGrant(claimId, grant, { to: 'sent', cause: 'send', ...at });
  }
  if (isOpen(known)) return grant;
  const echo = known.state === 'granted' ? { echo: echoOf(known, grant.order) } : {};
  return yield* moveGrant(claimId, grant, {
    to: known.state,
    cause: 'reply',
    evidence: known.evidence,
    ...echo,
    ...at,
  });
}

/** A log tells nothing of an echo but what was given. What was asked says more, where it is the same. */
function echoOf({ echo }: GrantRecord, asked: Grant): Grant {
  return echo === null || isSameGrant(echo, asked) ? asked : echo;
}
