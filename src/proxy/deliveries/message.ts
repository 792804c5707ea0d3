import type { Delivery, DeliveryKey } from '../../ledger/index.ts';
import { grantView } from '../claims/claim-view.ts';
import { isoTime } from '../../common/iso-time.ts';

/** The event's id. It is the same each time the event is sent, to every receiver, so a receiver can tell what it had before. */
export function eventId({ claimId, seq }: Pick<DeliveryKey, 'claimId' | 'seq'>): string {
  return `msg_${claimId}_${seq}`;
}

/** What an event's id names; null for what is none. */
export function readEventId(text: string): Pick<DeliveryKey, 'claimId' | 'seq'> | null {
  const [, claimId, seq] = /^msg_([0-9a-z]{1,64})_(\d{1,9})$/.exec(text) ?? [];
  return claimId === undefined || seq === undefined ? null : { claimId, seq: Number(seq) };
}

/**
 * The event as JSON, in the form that Standard Webhooks 1.0.0 recommends. The member is null if the receiver must not know them, or if they were
 * removed from the ledger.
 */
export function eventBody({ claimId, seq, type, at, claim }: Delivery, memberId: string | null): string {
  const { action, service, state, streak, createdAt, nextClaimAt, grants } = claim;
  return JSON.stringify({
    type,
    timestamp: isoTime(at),
    data: {
      id: claimId,
      sequence: seq,
      action,
      service,
      memberId,
      status: state,
      streak,
      grants: grants.map((grant) => ({
        ...grantView(grant.order, (remark) => remark),
        status: grant.state === 'reserved' || grant.state === 'sent' ? 'pending' : grant.state,
      })),
      claimedAt: isoTime(createdAt),
      nextClaimAt: nextClaimAt === null ? null : isoTime(nextClaimAt),
    },
  });
}
