import {
  claimReference,
  type ClaimRecord,
  contradicts,
  type GrantRecord,
  type Ledger,
  type Settlement,
} from '../../ledger/index.ts';
import type { Alerts } from '../alerts/index.ts';
import { loggable } from './evidence.ts';
import type { KeptOutcomes } from './kept-outcomes.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { notCalled, type Upstream } from '../upstream/index.ts';
import type { CallPermit } from './call-permit.ts';

/** What carrying out a claim needs. */
export interface GrantContext {
  ledger: Ledger;
  kept: KeptOutcomes;
  logger: Logger;
  secrets: Secrets;
  metrics: Metrics;
  alerts: Alerts;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Called with the claim so far if the ledger is away, so that nobody has to wait until it is back. */
export type Delayed = (soFar: ClaimRecord) => void;

/** A call for a grant that the ledger has permitted. It may be written until the deadline. */
interface Sending {
  attempt: number;
  deadline: number;
}

const RECOVERY_GRACE_MS = 5_000;

/** The time that so many grants may take, in milliseconds, with a margin so that recovery does not interfere while they are carried out. */
export function grantsLimitMs(upstream: Upstream, count: number): number {
  return count * upstream.callLimitMs + RECOVERY_GRACE_MS;
}

/**
 * Executes the grants of a reserved claim one after the other: a `sent` one at once, a `reserved` one only after the ledger has permitted it. Each is
 * settled durably before the next begins, however long the ledger is away. A refusal or an unknown outcome affects only its own grant. But once the
 * service or the ledger could not be reached, the remaining grants are released without a call.
 *
 * Resolves with the claim as it is in the ledger. If the proxy is closed before the ledger is back, it resolves with the last known record, in which
 * a grant is still in flight, and leaves the rest to recovery.
 */
export async function carryOut(
  claim: ClaimRecord,
  permit: CallPermit,
  context: GrantContext,
  delayed: Delayed,
): Promise<ClaimRecord> {
  let latest = claim;
  let reachable = true;
  try {
    for (const { index } of claim.grants) {
      const grant = latest.grants.find((candidate) => candidate.index === index);
      if (grant?.state !== 'sent' && grant?.state !== 'reserved') continue;
      const settlement: Settlement | null = reachable
        ? // oxlint-disable-next-line no-await-in-loop -- each grant is settled before the next begins
          await attempt(claim, grant, permit, context)
        : notMade(grant, 'the call before it did not get through');
      if (settlement === null) {
        // oxlint-disable-next-line no-await-in-loop -- something else was faster
        latest = (await context.ledger.find(claim.id)) ?? latest;
        continue;
      }
      reachable = settlement.state !== 'released';
      // oxlint-disable-next-line no-await-in-loop -- see above
      latest = await settle(claim, grant, settlement, context, () => {
        permit.leave();
        delayed(latest);
      });
    }
  } catch (error) {
    const details = { claim: claim.id, error: context.secrets.describe(error) };
    context.logger.error(details, 'a claim could not be carried out to its end: recovery will settle it');
  } finally {
    permit.leave();
  }
  return latest;
}

/**
 * Assigns a role with an unknown outcome once more, and settles it: unless it is granted now, it remains unknown. Resolves with null if another
 * process was faster.
 */
export async function assignAgain(
  claim: ClaimRecord,
  grant: GrantRecord,
  permit: CallPermit,
  context: GrantContext,
  delayed: Delayed,
): Promise<ClaimRecord | null> {
  try {
    const settlement = await attempt(claim, grant, permit, context);
    if (settlement === null) return null;
    const conclusive: Settlement = settlement.state === 'granted' ? settlement : { ...settlement, state: 'unknown' };
    return await settle(claim, grant, conclusive, context, () => {
      permit.leave();
      delayed(claim);
    });
  } finally {
    permit.leave();
  }
}

/** Makes one call for the grant. Resolves with its result; null if the ledger does not permit it. */
async function attempt(
  claim: ClaimRecord,
  grant: GrantRecord,
  permit: CallPermit,
  context: GrantContext,
): Promise<Settlement | null> {
  const entry = await permit.enter();
  if ('reason' in entry) return notMade(grant, 'calls to the service are delayed', entry.retryAfter);
  let sending: Sending | null;
  try {
    sending = await fence(claim, grant, permit.upstream, context);
  } catch (error) {
    const details = { claim: claim.id, grant: grant.index, error: context.secrets.describe(error) };
    context.logger.error(details, 'the ledger could not let a grant be sent: nothing was sent');
    return notMade(grant, 'the ledger did not answer');
  }
  if (sending === null) return null;
  // A process that was suspended may get here after the deadline, when recovery and an operator may already have freed the slot.
  const settlement =
    context.now() > sending.deadline
      ? notCalled('its deadline has passed')
      : await permit.upstream.execute(grant.order, claim.memberId, entry);
  return { ...settlement, attempt: sending.attempt };
}

/**
 * The fence: nothing is written upstream for a grant that is not durably `sent`. The first grant is so from its reservation on. Null if the call is
 * not permitted.
 */
async function fence(
  { id }: ClaimRecord,
  { state, index, attempts, deadline }: GrantRecord,
  upstream: Upstream,
  { ledger, now }: GrantContext,
): Promise<Sending | null> {
  if (state === 'sent') return { attempt: attempts, deadline };
  const sentAt = now();
  const until = sentAt + grantsLimitMs(upstream, 1);
  const sending = { attempt: attempts + 1, deadline: until };
  return (await ledger.send(id, index, { now: sentAt, ...sending })) ? sending : null;
}

/** The settlement of a call that was not made. The ledger may have permitted it or not. */
function notMade({ state, attempts }: GrantRecord, reason: string, retryAfter?: number): Settlement {
  return { ...notCalled(reason, retryAfter), attempt: state === 'sent' ? attempts : attempts + 1 };
}

async function settle(
  { id, action }: ClaimRecord,
  { index }: GrantRecord,
  settlement: Settlement,
  { ledger, kept, logger, metrics, alerts, now }: GrantContext,
  delayed: () => void,
): Promise<ClaimRecord> {
  const details = () => ({ claim: id, action, grant: index, settlement: loggable(settlement) });
  const claim = await kept.record(details, () => ledger.settle(id, index, settlement, now()), delayed);
  const grant = claim.grants.find((candidate) => candidate.index === index);
  if (contradicts(grant, settlement) && settlement.state !== 'unknown') {
    const recorded = grant?.state ?? 'released';
    logger.error(
      { ...details(), recorded },
      'a reply came too late, and contradicts what was decided: look at the claim',
    );
    metrics.lateReply(action);
    alerts.report({ kind: 'late-reply', action, claim: claimReference(id), said: settlement.state, recorded });
  }
  return claim;
}
