import type { ClaimState, Grant, GrantState } from '../claim.ts';

/**
 * The events of a claim that the owner's other systems may be sent: it was granted or refused; or released, so that the member may claim
 * again what was not given; or its outcome is unknown, so that it is pending.
 */
export const TOLD_EVENTS = ['claim.granted', 'claim.pending', 'claim.refused', 'claim.released'] as const;

export type ToldEvent = (typeof TOLD_EVENTS)[number];

/** Who is told of claims, and of what. */
export interface Receiver {
  name: string;
  types: readonly ToldEvent[];
}

/** A claim as it was when the event happened. The member is not in it, so that it holds no personal data. */
export interface ToldClaim {
  action: string;
  service: string;
  state: ClaimState;
  streak: number | null;
  /** Epoch milliseconds. */
  createdAt: number;
  nextClaimAt: number | null;
  /** As the service echoed them, or as they were asked for while there is no echo. */
  grants: { order: Grant; state: GrantState }[];
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/**
 * - `waiting`: to be sent, now or once more.
 * - `delivered`: the receiver has taken it.
 * - `failed`: it is not tried any more.
 */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Identifies a delivery, and never changes. `seq` is that of the entry in the claim's history that it reports. */
export interface DeliveryKey {
  claimId: string;
  seq: number;
  receiver: string;
}

/** One event for one receiver. Times are epoch milliseconds. */
export interface Delivery extends DeliveryKey {
  type: ToldEvent;
  /** When it happened. */
  at: number;
  claim: ToldClaim;
  state: DeliveryState;
  /** How often it was tried in all. */
  attempts: number;
  /** When it is tried next; null where it is not. */
  dueAt: number | null;
  /** The result of the last attempt, in words; null before the first. */
  outcome: string | null;
  /** When it was delivered, or given up. */
  endedAt: number | null;
}

/** A delivery that this process has taken to send. */
export interface DueDelivery extends Delivery {
  /** The number of this attempt, from 1, counted since the event, or since somebody had it sent again. */
  attempt: number;
  /** Null where the ledger does not have it any more. */
  memberId: string | null;
}

/** The result of an attempt. `attempts` is the number that the delivery had when it was taken; `dueAt` is when it is tried again. */
export type DeliveryResult = { outcome: string; attempts: number } & (
  | { state: 'delivered' | 'failed' }
  | { state: 'waiting'; dueAt: number }
);

/** Which deliveries to list, newest claim first; `after` is the last of the previous page. */
export interface DeliveryFilter {
  state?: DeliveryState;
  receiver?: string;
  claimId?: string;
  after?: DeliveryKey;
  /** 100 if left out. */
  limit?: number;
}

/** How many deliveries a receiver has in each state. */
export type DeliveryCount = { receiver: string } & Record<DeliveryState, number>;

/** What the ledger does for receivers of events: each event is recorded in the transaction that makes it true (an outbox). */
export interface LedgerDeliveries {
  /**
   * Replaces the receivers. What still waits for one that is no longer among them has failed. A receiver that was stopped starts again.
   * Nothing is written where nothing changes.
   */
  setReceivers(receivers: readonly Receiver[], now: number): Promise<void>;
  /**
   * Takes what is due for a receiver, oldest first, at most `limit`: no other process gets it before `until`. With `clockSetBack` it also
   * takes what a clock that was ahead has dated later than now, which would otherwise wait until then.
   */
  takeDeliveries(taking: {
    receiver: string;
    now: number;
    until: number;
    limit: number;
    clockSetBack?: boolean;
  }): Promise<DueDelivery[]>;
  /** Records the result of an attempt. If another attempt has begun since, the result counts only if it was delivered. */
  noteDelivery(key: DeliveryKey, result: DeliveryResult, now: number): Promise<void>;
  /** Stops a receiver until the receivers are set again or something is sent to it again: what waits for it has failed. */
  stopReceiver(receiver: string, outcome: string, now: number): Promise<void>;
  deliveries(filter: DeliveryFilter): Promise<Delivery[]>;
  /** The number of stored deliveries in each state, for each receiver that has any. */
  deliveryCounts(): Promise<DeliveryCount[]>;
  /**
   * Makes these deliveries due again at once, or all that failed for one receiver or for all, and records who did that. Resolves with their
   * number, without those of receivers that the ledger no longer has.
   */
  sendAgain(which: readonly DeliveryKey[] | { failedFor: string | null }, who: string, now: number): Promise<number>;
}
