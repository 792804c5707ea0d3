import { record } from './journal.ts';
import { first, type Operation, Overtaken } from '../operation.ts';
import { isSameGrant } from '../claim.ts';
import type { ClaimEvent, GrantRecord, Settlement } from '../port.ts';

const NOTE = 'too late: ';
const LATE = `reply: ${NOTE}`;

/**
 * Whether the settlement is about the grant as it stands: about its latest sending, or the one to come, which was not made after
 * all. A role that the service says it assigned is assigned, whenever it was sent.
 */
export function isAbout(grant: GrantRecord, settlement: Settlement): boolean {
  const { attempts, state } = grant;
  const { attempt = attempts } = settlement;
  if (state === 'reserved') return attempt === attempts + 1 || settlement.attempt === undefined;
  return attempt === attempts || isSameRole(grant, settlement);
}

/**
 * Whether the ledger has it otherwise than the service said of a sending. What was executed after all and is not granted may be
 * executed twice; what is granted although it was refused, nobody got. There is no grant where the action gives it no more.
 */
export function contradicts(grant: GrantRecord | undefined, settlement: Settlement): boolean {
  const { state: said } = settlement;
  if (said === 'unknown') return false;
  if (!grant) return said === 'granted';
  const { attempts, state } = grant;
  const { attempt = attempts } = settlement;
  if (attempt < attempts) return said === 'granted' && !(state === 'granted' && isSameRole(grant, settlement));
  return (said === 'granted') !== (state === 'granted');
}

/** Writes into the claim's history what came too late to change it, once. Throws `Overtaken` if the grant is no longer as it was read. */
export function* recordLate(
  claimId: string,
  index: number,
  grant: GrantRecord | undefined,
  { state: said, evidence }: Settlement,
  now: number,
): Operation<void> {
  const { state = 'released' } = grant ?? {};
  const known = yield* first(
    'SELECT 1 AS known FROM events WHERE claim_id = ? AND idx = ? AND cause = ?',
    claimId,
    index,
    LATE + said,
  );
  if (known) return;
  if (grant && !(yield* isHeldStill(claimId, grant))) throw new Overtaken();
  const note = NOTE + said;
  yield* record(claimId, index, state, { to: state, cause: 'reply', note, now, evidence });
}

/** Whether the grant is as it was read, as it stays then until the end of this transaction. */
function* isHeldStill(claimId: string, { index, state, attempts }: GrantRecord): Operation<boolean> {
  const held = yield* first(
    'UPDATE grants SET state = state WHERE claim_id = ? AND idx = ? AND state = ? AND attempts = ? RETURNING idx',
    claimId,
    index,
    state,
    attempts,
  );
  return held !== undefined;
}

/** What the service said too late to change the claim, if the event tells of that. */
export function saidTooLate({ cause }: ClaimEvent): string | null {
  return cause.startsWith(LATE) ? cause.slice(LATE.length) : null;
}

function isSameRole({ order }: GrantRecord, { state, echo }: Settlement): boolean {
  return state === 'granted' && order.kind === 'role' && !!echo && isSameGrant(order, echo);
}
