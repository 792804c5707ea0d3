import type { ClaimState, Grant, GrantState } from '../claim.ts';

/**
 * What the owner's other systems may be told of a claim: that it was granted, refused, or released, which is that not all of it was given and the
 * member may claim what is missing; or that its outcome is not known, so that it waits.
 */
export const TOLD_EVENTS = ['claim.granted', 'claim.pending', 'claim.refused', 'claim.released'] as const;

export type ToldEvent = (typeof TOLD_EVENTS)[number];

/** Who is told of claims, and of what. */
export interface Receiver {
  name: string;
  types: readonly ToldEvent[];
}

/** A claim as it stood when there was something to tell of it. The member is not in it, so that it holds no personal data. */
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

/** By which a delivery is known. `seq` is that of the claim's history that it tells of, so that the three are the same for ever. */
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
  /** What came of the last attempt, in words; null before there was one. */
  outcome: string | null;
  /** When it was delivered, or given up. */
  endedAt: number | null;
}

/** A delivery that is this process's to send. */
export interface DueDelivery extends Delivery {
  /** Which attempt it is since it was noted, or since somebody had it sent again: from 1 up. */
  attempt: number;
  /** Null where the ledger does not have it any more. */
  memberId: string | null;
}

/** What came of an attempt: `attempts` is what the delivery had as it was taken. A delivery that is to be tried again says when. */
export type DeliveryResult = { outcome: string; attempts: number } & (
  | { state: 'delivered' | 'failed' }
  | { state: 'waiting'; dueAt: number }
);

/** Which deliveries to list, newest claim first; `after` is the last of the page before. */
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

/** What the ledger does for those who are told of claims: each event is noted in the transaction that makes it true. */
export interface LedgerDeliveries {
  /**
   * Says who is told of claims from now on, instead of who was until now. What still waits for one that is not among them has failed. It
   * writes nothing where these are the same; one that was stopped begins again.
   */
  setReceivers(receivers: readonly Receiver[], now: number): Promise<void>;
  /**
   * Takes what is due for a receiver, oldest first, at most `limit`: until `until` no other process is given it. With `clockSetBack` that is also what
   * was put off by a clock that was ahead, which nothing else sends before the time has come that it showed.
   */
  takeDeliveries(taking: {
    receiver: string;
    now: number;
    until: number;
    limit: number;
    clockSetBack?: boolean;
  }): Promise<DueDelivery[]>;
  /** Records what came of an attempt. Where another attempt has begun since, only that it was delivered counts. */
  noteDelivery(key: DeliveryKey, result: DeliveryResult, now: number): Promise<void>;
  /** Tells a receiver nothing any more, until the receivers are set anew or something is sent again: what waits for it has failed. */
  stopReceiver(receiver: string, outcome: string, now: number): Promise<void>;
  deliveries(filter: DeliveryFilter): Promise<Delivery[]>;
  /** How many of those that are kept there are in each state, for each receiver that has any. */
  deliveryCounts(): Promise<DeliveryCount[]>;
  /**
   * Has those be sent again at once, or all that failed for a receiver or for all, and notes who did. Resolves with how many those are: none for a
   * receiver that is told nothing.
   */
  sendAgain(which: readonly DeliveryKey[] | { failedFor: string | null }, who: string, now: number): Promise<number>;
}
