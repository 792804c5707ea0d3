import type { ClaimRecord, ClaimState, Grant, GrantState } from './claim.ts';
import type { LedgerDeliveries } from './deliveries/deliveries.ts';
import type { LedgerKeeping } from './keeping/keeping.ts';
import type { Period, PeriodRule } from './periods/period.ts';
import type { KeyedRequest, Nonce, Replay, Reservation, ReserveRequest } from './reservation.ts';

export {
  CLAIM_STATES,
  type ClaimRecord,
  type ClaimState,
  GRANT_STATES,
  type GrantRecord,
  type GrantState,
  type Grant,
} from './claim.ts';
export type {
  Caps,
  Exclusion,
  KeyedRequest,
  Link,
  LinkConflict,
  Nonce,
  Replay,
  Reservation,
  ReserveRequest,
} from './reservation.ts';

/** A link as it is kept. Pseudonyms stand for the value and the member where the member was forgotten, or the link was not used for long. */
export interface KeptLink {
  family: string;
  value: string;
  memberId: string;
  /** When the last claim was made with it, in epoch milliseconds. */
  usedAt: number;
}

/** The links of a member, or the link with a value. */
export type LinkFilter = { memberId: string } | { value: string };

/** How a call ended, as the ledger records it. */
export interface Settlement {
  state: 'granted' | 'refused' | 'released' | 'unknown';
  /** Which sending of the grant ended so, from 1 up, as `attempts` counts them; the latest if left out. */
  attempt?: number;
  echo?: Grant;
  evidence: unknown;
}

/**
 * A bucket from which requests consume, and which fills again: by one in `everyMs`, and from empty to full in `spanMs` milliseconds. With
 * `peek` nothing is consumed, and the result says whether something could be. With `once`, a name such as the id of the person who is
 * counted, that name consumes only once in `spanMs`.
 */
export interface RateLimitBucket {
  id: string;
  everyMs: number;
  spanMs: number;
  peek?: boolean;
  once?: string;
}

/** Whether something was left to consume, and the theoretical arrival time: when the bucket is full again, in epoch milliseconds. */
export interface BucketState {
  allowed: boolean;
  tat: number;
}

/** Whether a member can claim an action in a period. */
export interface Standing {
  claim: ClaimRecord | null;
  nextClaimAt: number | null;
  /** The streak as it stands, without a claim made now. */
  streak: number | null;
  /** The streak of the claim that there is; without one, of a claim that is made as soon as the member can. */
  streakIfClaimed: number | null;
}

/** An action that repeats by another rule than when members claimed it. Rules are as `ruleName` has them. */
export interface RuleChange {
  action: string;
  rule: string;
  /** The rules that claims were made under before, the latest first. */
  before: string[];
  /** How many claims count for ever, because the action could be claimed only once when they were made. */
  forEver: number;
}

/** One entry of a claim's history. `grant` is the index of the grant that moved. */
export interface ClaimEvent {
  at: number;
  grant: number;
  from: GrantState | null;
  to: GrantState;
  cause: string;
  evidence: unknown;
}

/** All that is stored on one claim. */
export interface ExportedClaim {
  claim: ClaimRecord;
  history: ClaimEvent[];
  /** The idempotency keys that it was asked for with, each with the hash of what was asked. */
  idempotencyKeys: { key: string; fingerprint: string }[];
}

/** How many claims of an action are in one state, and the points that were granted with them. */
export interface ClaimSum {
  action: string;
  state: ClaimState;
  claims: number;
  points: number;
}

/**
 * Which claims to list, oldest first unless `newestFirst`. Times are epoch milliseconds over `createdAt`; `after` is the last id of
 * the page before.
 */
export interface ClaimFilter {
  newestFirst?: boolean;
  /** How the id begins. */
  idPrefix?: string;
  state?: ClaimState | GrantState;
  action?: string;
  /** With several ids, claims of any of them: one member may be recorded under more than one. */
  memberId?: string | readonly string[];
  since?: number;
  until?: number;
  /** Without those that were set aside, whose times are wrong. */
  counting?: boolean;
  after?: string;
  limit?: number;
}

/**
 * The durable record of claims. Every method is one transaction; what it resolves with is durable.
 * Expected outcomes are values. Outages throw `LedgerError`: a store that is down is never read as "not found".
 */
export interface Ledger extends LedgerKeeping, LedgerDeliveries {
  /** Takes the slot and moves the first grant to `sent`, so that its call may begin at once. Throws `InDoubtError`, too. */
  reserve(request: ReserveRequest): Promise<Reservation>;
  /**
   * The actions that repeat by another rule now than when members claimed them. These are actions without a claim under the present rule,
   * and actions with claims that count for ever, though the present rule lets them be claimed again. It makes ready for such rules.
   * In any case `reserve` and `standing` hold back a member who has claimed in a period that is not over by either rule.
   */
  ruleChanges(rules: readonly { action: string; rule: PeriodRule }[]): Promise<RuleChange[]>;
  /**
   * Undoes a reservation that may have been made (`InDoubtError`), and for which nothing was or will be written upstream: its grants are
   * released, except those that something else has moved. Null where it was not made. Waits for a transaction that may still be making it.
   */
  abandon(claim: ClaimRecord, evidence: unknown, now: number): Promise<ClaimRecord | null>;
  /**
   * The fence before each further call: moves a `reserved` grant, or an `unknown` role, to `sent`. False if something else moved it first;
   * then nothing may be written upstream. `attempt` is the number that this sending of the grant is to have, from 1. If another process has
   * used it meanwhile, that is false as well, so that no settlement is taken for that of another sending.
   */
  send(claimId: string, grant: number, at: { now: number; deadline: number; attempt?: number }): Promise<boolean>;
  /**
   * Records how a sending ended, of a grant that is `sent` or has become unknown meanwhile. If an operator has decided already, or the
   * grant was sent again since, its state stays, and a result that contradicts it is added to the history.
   */
  settle(claimId: string, grant: number, settlement: Settlement, now: number): Promise<ClaimRecord>;
  /** The claim that this idempotency key made, or `key-reused`; null for a key that made none. */
  replay(request: KeyedRequest): Promise<Replay | null>;
  find(claimId: string): Promise<ClaimRecord | null>;
  standing(query: {
    action: string;
    memberId: string;
    period: Period;
    minimumGapMs?: number;
    now: number;
  }): Promise<Standing>;
  /**
   * Uses up a nonce that makes no claim, such as the code of a sign-in. True for the first call only. The nonce is forgotten a day after
   * `expiresAt`, so that no clock that is ahead by less than a day makes it usable again.
   */
  useNonce(nonce: Nonce): Promise<boolean>;
  /** The id of the first of these that has made a claim already, and so makes none for the member; null where all can still be used. */
  usedBefore(shown: { memberId: string; uses: readonly Nonce[] }): Promise<string | null>;
  /** Consumes from each bucket in turn, up to the first that has nothing left; with a result for each that was asked. */
  consume(buckets: readonly RateLimitBucket[], now: number): Promise<BucketState[]>;
  /**
   * Ends the sessions that the member began until `at`, for every process on the store. That is recorded under the member's pseudonym, and
   * forgotten after `expiresAt`, when all of them have expired. Both are epoch milliseconds.
   */
  endSessions(memberId: string, ended: { at: number; expiresAt: number }): Promise<void>;
  /**
   * Ends one session by its id, for every process on the store. Forgotten after `expiresAt`, in epoch milliseconds, when the session has
   * expired.
   */
  endSession(id: string, expiresAt: number): Promise<void>;
  /** Whether a session was ended, by itself or with all that its member had begun by then. `beganAt` is in epoch milliseconds. */
  isSessionOver(session: { id: string; memberId: string; beganAt: number }): Promise<boolean>;
  /** When the member's sessions were last ended, in epoch milliseconds; null where they never were, or that is forgotten. */
  sessionsEndedAt(memberId: string): Promise<number | null>;
  /** The links of a member, or of a value, as far as their claims were granted or still may be. */
  links(of: LinkFilter): Promise<KeptLink[]>;
  /** Removes the link of a value, so that any member can use it. False where the value belonged to nobody. */
  releaseLink(link: { family: string; value: string }): Promise<boolean>;
  /**
   * How many claims of the action were granted to the member, of those that still name them (see `purge`), and how many others hold a
   * slot: they are under way, their outcome is unknown, or a part of them is refused that can be claimed again.
   */
  grantedTo(member: { action: string; memberId: string }): Promise<{ granted: number; open: number }>;
  /** Claims that hold a seat of the action. */
  seatsTaken(action: string): Promise<number>;
  /** Points that are given or may be: of one action, of one member in claims made at `since` (epoch milliseconds) or later, or of all. */
  pointsHeld(by: { action?: string } | { memberId: string; since: number }): Promise<number>;
  /** How many claims have an unknown grant, and when the oldest of them was made (epoch milliseconds). */
  unknown(): Promise<{ count: number; oldestAt: number | null }>;
  /** Settles what is past its deadline: `reserved` is released, `sent` becomes unknown. Returns the claims it touched. */
  recover(now: number): Promise<ClaimRecord[]>;
  /**
   * Some claims with an unknown role that was sent fewer than `maxAttempts` times, oldest first; of members whose id is known, and of one
   * service if it is named.
   */
  retryable(maxAttempts: number, service?: string): Promise<ClaimRecord[]>;
  list(filter: ClaimFilter): Promise<ClaimRecord[]>;
  history(claimId: string): Promise<ClaimEvent[]>;
  /** The claims of each action that were made at `since` or later and before `until` (epoch milliseconds), counted by state. Reads all of them. */
  sums(made: { since: number; until: number }): Promise<ClaimSum[]>;
  /** An operator's decision on every unknown grant of a claim. Null if there is no such claim; unchanged if nothing is unknown. */
  resolve(
    claimId: string,
    decision: { state: 'granted' | 'released'; who: string; why: string },
    now: number,
  ): Promise<ClaimRecord | null>;
  /**
   * Takes personal data out of settled claims made before the given time, of at most `limit` of them, and resolves with the number of
   * claims it changed: first fields, evidence and idempotency keys; then the member's id, once the period after the claim's is over as
   * well, so that streaks and limits stay right. In a claim that counts once for ever, or whose action was claimed by several rules, a
   * pseudonym takes its place: the keyed hash of the id, by which a member who comes again is known, with a random key that the ledger
   * keeps. The same holds for links that were last used before that time: pseudonyms take the place of their value and member.
   */
  purge(made: { before: number; now: number; limit: number }): Promise<number>;
  /** All that is stored on one member, oldest first; also what stands under the member's pseudonym. It reads the whole store. */
  exportMember(memberId: string): Promise<ExportedClaim[]>;
  /**
   * Takes all personal data out of the member's claims, as `purge` does, at once: a pseudonym stands for the member where a claim
   * still counts for something, and nothing where it does not. Pending claims stay as they are, since the member may be owed
   * something, and their ids are in `pending`. Links get pseudonyms for value and member. It reads the whole store. `now` is in epoch milliseconds.
   */
  forget(memberId: string, now: number): Promise<{ forgotten: number; pending: string[] }>;
  /**
   * Throws where no claims can be made: the store does not answer, cannot be written durably, is damaged or older than before; or, if `now`
   * (epoch milliseconds) is given, the clock is behind. A good result holds for a second.
   */
  check(now?: number): Promise<void>;
  close(): Promise<void>;
}

/** The store failed. `code` is the driver's. */
export class LedgerError extends Error {
  readonly code: string;

  constructor(message: string, options: { code: string; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'LedgerError';
    this.code = options.code;
  }
}

/**
 * The store broke off or was lost during a commit, and it is not known whether that took effect. `value` is the operation's result if it
 * did; nobody is told it before that is known.
 */
export class InDoubtError<Value = unknown> extends LedgerError {
  readonly value: Value;

  constructor(message: string, { value, cause }: { value: Value; cause?: unknown }) {
    super(message, { code: 'in-doubt', cause });
    this.name = 'InDoubtError';
    this.value = value;
  }
}
