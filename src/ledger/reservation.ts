import type { ClaimRecord, Grant } from './claim.ts';
import type { Period } from './periods/period.ts';

/** Limits that hold in the same transaction as the reservation. Claims that are granted, sent or unknown count. */
export interface Caps {
  /** Claims of the action, ever: the seats of an event. */
  capacity?: number;
  /** Points of the action, ever. */
  actionBudget?: number;
  /** Points of all actions, ever. */
  totalBudget?: number;
  /** Points of one member over all actions, in claims made at `since` or later, and before `until` where that is given (epoch milliseconds). */
  memberPoints?: { points: number; since: number; until?: number };
}

/** What may be used once, such as a signed token or a solved challenge: by its id, until it expires (epoch milliseconds). */
export interface Nonce {
  id: string;
  expiresAt: number;
  /** Whether it can be used again if its claim came to nothing, as is needed for what people type. */
  returns?: boolean;
  /** Whether it stays usable for long, as a code does: a claim that the ledger has lost may have used it, even in a period that is over. */
  isLasting?: boolean;
}

/** Something that belongs to one member at most, such as an address on chain. */
export interface Link {
  /** What kind of thing it is, such as `eip155`. */
  family: string;
  /** Always written in the same way. */
  value: string;
  /** Whether a member may have no other of its kind. */
  isOnly: boolean;
}

/** Another action, so many claims of which rule this one out for a member. Granted ones count, and open ones as `Ledger.grantedTo` has them. */
export interface Exclusion {
  action: string;
  /** At least one. */
  claims: number;
}

/** Why a member cannot have a link: somebody else has it, or the member has another one of the kind. */
export interface LinkConflict {
  family: string;
  isOf: 'another-member' | 'the-member-has-another';
}

export interface ReserveRequest {
  /** The id that the claim gets if it takes the slot, from `newClaimId(now)`; or that of the claim to be taken up again. */
  claimId: string;
  action: string;
  memberId: string;
  /** The name of the service, and so of the community server, that the grants go to. */
  service: string;
  period: Period;
  /** The same key with the same fingerprint gets the member's first claim of the action again. */
  idempotency: { key: string; fingerprint: string } | null;
  /** What the claim uses up, if it is reserved: none of it may have made a claim before, whatever became of that one, unless it `returns`. */
  uses?: readonly Nonce[];
  /** What belongs to the member from this claim on, unless it comes to nothing. */
  links?: readonly Link[];
  /** What the member may not have claimed as well. */
  excludes?: readonly Exclusion[];
  /** Earlier claims for the same thing that came to nothing. */
  triesBefore?: readonly string[];
  /** What was found out before the claim was made, as JSON, which its history keeps. */
  evidence?: unknown;
  /** The grants of the claim, at least one. */
  grants: Grant[];
  /** The streak, this claim included, that `grants` were made for; left out where they are the same for every streak. */
  grantsStreak?: number;
  caps: Caps;
  /** Least milliseconds between two claims of the action by the member. */
  minimumGapMs?: number;
  fields: Record<string, string | number | boolean> | null;
  /** Epoch milliseconds. */
  now: number;
  /** Epoch milliseconds after which a grant still in flight is settled by recovery. */
  deadline: number;
}

/**
 * What a reservation came to.
 * - `reserved`: the slot is the caller's, durably; every grant in state `sent` is the caller's to send now. `trace` is for the log: if the
 *   ledger loses the claim, it can tell by the trace who the member was, and nobody else can.
 * - `replayed`: the idempotency key was seen with this fingerprint; this is its claim.
 * - `key-reused`: the idempotency key was seen with another fingerprint.
 * - `used`: this one of `uses` has made a claim already.
 * - `linked`: one of `links` is another member's, or the member has another of its kind.
 * - `excluded`: the member has claimed what is in this one of `excludes`, or may have.
 * - `held`: a granted or pending claim holds the slot.
 * - `incomplete`: the claim that holds the slot was refused or released in part. To take it up again, ask under its id, with what the
 *   action gives now for its streak: that takes the place of what did not happen, and what was granted stays.
 * - `too-early`: rolling period or minimum gap; the slot opens at `nextClaimAt`, for a claim with that `streak`.
 * - `other-streak`: the slot is free, but `grants` were made for another streak than the member's, which is `streak`.
 * - `capped`: the named cap is used up.
 * - `in-doubt`: the ledger may have lost that the member has claimed this: see `LedgerKeeping.restored`. This claim is recorded, its
 *   outcome unknown, and nothing of it may be sent.
 * - `clock-behind`: the clock is `byMs` behind the newest record, beyond the ledger's tolerance.
 */
export type Reservation =
  | { kind: 'reserved'; claim: ClaimRecord; trace?: string }
  | { kind: 'replayed'; claim: ClaimRecord }
  | { kind: 'key-reused' }
  | { kind: 'used'; id: string }
  | ({ kind: 'linked' } & LinkConflict)
  | { kind: 'excluded'; action: string }
  | { kind: 'held'; claim: ClaimRecord }
  | { kind: 'incomplete'; claim: ClaimRecord }
  | { kind: 'too-early'; nextClaimAt: number; streak: number | null }
  | { kind: 'other-streak'; streak: number }
  | { kind: 'capped'; cap: keyof Caps }
  | { kind: 'in-doubt'; claim: ClaimRecord }
  | { kind: 'clock-behind'; byMs: number };

/** A request with an idempotency key. A key belongs to one member and action: another member's may be the same text. */
export interface KeyedRequest {
  action: string;
  memberId: string;
  key: string;
  fingerprint: string;
}

/** What an idempotency key that was seen before stands for. */
export type Replay = Extract<Reservation, { kind: 'replayed' | 'key-reused' }>;
