import type { ClaimRecord, GrantRecord, Ledger, Settlement } from '../../ledger/index.ts';
import { loggable } from '../evidence.ts';
import type { Logger } from '../logger.ts';
import type { Secrets } from '../secrets.ts';
import { notCalled, type Pass, type Upstream } from '../upstream/index.ts';

/** Where a claim's grants go, and the leave to call there. */
export interface Way {
  upstream: Upstream;
  pass: Pass;
}

/** What carrying out a claim needs. */
export interface GrantContext {
  ledger: Ledger;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

const RECOVERY_GRACE_MS = 5_000;

/** Milliseconds that so many grants may take, and a little more, so that recovery does not overtake the process that is at it. */
export function grantsLimitMs(upstream: Upstream, count: number): number {
  return count * upstream.callLimitMs + RECOVERY_GRACE_MS;
}

/**
 * Executes the grants of a reserved claim one after the other: a `sent` one at once, a `reserved` one only after the
 * ledger has let it be sent. Each is settled durably before the next begins. A refusal or an unknown outcome concerns its
 * own grant alone, but once the service could not be reached the rest is released without a call.
 *
 * Resolves with the claim as the ledger has it. Where the ledger fails midway it resolves with the last record known, in
 * which that grant is still in flight, and leaves the rest to recovery.
 */
export async function carryOut(claim: ClaimRecord, way: Way, context: GrantContext): Promise<ClaimRecord> {
  let latest = claim;
  let reachable = true;
  try {
    for (const { index } of claim.grants) {
      const grant = latest.grants.find((candidate) => candidate.index === index);
      if (grant?.state !== 'sent' && grant?.state !== 'reserved') continue;
      /* oxlint-disable no-await-in-loop -- each grant is settled before the next begins */
      if (!reachable) {
        latest = await settle(claim, grant, notCalled('the call before it did not get through'), context);
        continue;
      }
      const deadline = await fence(claim, grant, way.upstream, context);
      if (deadline === null) {
        latest = (await context.ledger.find(claim.id)) ?? latest;
        continue;
      }
      const settlement = await execute(claim, grant, { deadline, way, now: context.now });
      reachable = settlement.state !== 'released';
      latest = await settle(claim, grant, settlement, context);
      /* oxlint-enable no-await-in-loop */
    }
  } catch (error) {
    const details = { claim: claim.id, error: context.secrets.describe(error) };
    context.logger.error(details, 'a claim could not be carried out to its end: recovery will settle it');
  }
  return latest;
}

/**
 * Assigns a role once more whose outcome is unknown, and settles it: unless it is granted now, it remains unknown.
 * Resolves with null where something else was faster.
 */
export async function assignAgain(
  claim: ClaimRecord,
  grant: GrantRecord,
  way: Way,
  context: GrantContext,
): Promise<ClaimRecord | null> {
  const deadline = await fence(claim, grant, way.upstream, context);
  if (deadline === null) return null;
  const settlement = await execute(claim, grant, { deadline, way, now: context.now });
  return settle(
    claim,
    grant,
    settlement.state === 'granted' ? settlement : { ...settlement, state: 'unknown' },
    context,
  );
}

/**
 * The fence: nothing is written upstream for a grant that is not durably `sent`. The first one is so from its reservation.
 * Resolves with the time until which it may be written, or null where it may not.
 */
async function fence(
  { id }: ClaimRecord,
  grant: GrantRecord,
  upstream: Upstream,
  { ledger, now }: GrantContext,
): Promise<number | null> {
  if (grant.state === 'sent') return grant.deadline;
  const sentAt = now();
  const deadline = sentAt + grantsLimitMs(upstream, 1);
  return (await ledger.send(id, grant.index, { now: sentAt, deadline })) ? deadline : null;
}

/**
 * Has the service do it. A process that was suspended may come to this after the deadline, when recovery and an operator may
 * have freed the slot: then it writes nothing any more.
 */
async function execute(
  { memberId }: ClaimRecord,
  { order }: GrantRecord,
  { deadline, way, now }: { deadline: number; way: Way; now: () => number },
): Promise<Settlement> {
  const { upstream, pass } = way;
  return now() > deadline ? notCalled('its deadline has passed') : upstream.execute(order, memberId, pass);
}

async function settle(
  { id, action }: ClaimRecord,
  { index }: GrantRecord,
  settlement: Settlement,
  { ledger, logger, now }: GrantContext,
): Promise<ClaimRecord> {
  try {
    return await ledger.settle(id, index, settlement, now());
  } catch (error) {
    logger.error(
      { claim: id, action, grant: index, settlement: loggable(settlement) },
      'the outcome of a call could not be recorded',
    );
    throw error;
  }
}
