import type { ClaimRecord } from '../claim.ts';

/** Who decided on something, and why: it stands in the history for good. */
export interface Decision {
  who: string;
  why: string;
}

/** A span of time from which claims may be missing, in epoch milliseconds. */
export interface Gap {
  since: number;
  until: number;
}

/** One thing that the owner, or somebody who works for them, saw or did. */
export interface AuditNote {
  /** Epoch milliseconds. */
  at: number;
  who: string;
  /** What was done, such as `saw`, `decided` or `exported`. */
  what: string;
  /** The claim that it was about, if it was about one. */
  claimId: string | null;
  /** More on it, as JSON. Never a member's id: notes are kept when a member is forgotten. */
  details: unknown;
}

/** A note as it is kept. `seq` counts them, from 0 up. */
export interface AuditEntry extends AuditNote {
  seq: number;
}

/**
 * Why no claims are made in a ledger until somebody has looked, and since when (epoch milliseconds).
 * - `behind`: it is older than a process has seen it; `missing` is when the newest of the missing claims was made.
 * - `backup`: it is a copy that was made then, and what was claimed since is not in it.
 */
export type Halt = { reason: 'behind'; at: number; missing: number | null } | { reason: 'backup'; at: number };

/** One entry of the history of the ledger as a whole. `at` is in epoch milliseconds. */
export interface LedgerEvent {
  at: number;
  what: string;
  who: string | null;
  why: string | null;
  details: unknown;
}

/** Facts about the ledger as a whole. Times are epoch milliseconds. */
export interface LedgerFacts {
  /** Tells it from all others, wherever it is kept. */
  id: string;
  madeAt: number;
  claims: number;
  /** Of those that were not set aside. */
  newestClaimAt: number | null;
  backedUpAt: number | null;
  /** Why no claims are made in it; null where they are. */
  halted: Halt | null;
  gap: Gap | null;
}

/**
 * What happened to claims that were brought back, by their ids: `added`; `known`, which the ledger had; `decided`, where the member's new
 * claim was waiting for a decision; and `twice`, where another claim in the same slot was paid as well.
 */
export interface Adopted {
  added: string[];
  known: string[];
  decided: string[];
  twice: string[];
}

/**
 * A claim that a ledger has lost, as another ledger or the log of a proxy has it. What the source does not say is left out: the nonces that
 * the claim used, its member's links, its idempotency keys, and the rules that its action was claimed by.
 */
export interface LostClaim extends ClaimRecord {
  uses?: readonly { id: string; expiresAt: number }[];
  /** `isPseudonym` says that the member was forgotten there, or that the link was not used for long. */
  links?: readonly { family: string; value: string; memberId: string; usedAt: number; isPseudonym: boolean }[];
  idempotencyKeys?: readonly { key: string; fingerprint: string }[];
  /** The rules that claims of its action were made under, each since when (epoch milliseconds). */
  rules?: readonly { rule: string; since: number }[];
}

/**
 * Nonces and links in a ledger that has no claim for them: the claim was brought back into it and had been paid twice, or no claim was made
 * of an event.
 */
export interface Strays {
  uses: NonNullable<LostClaim['uses']>;
  links: readonly (NonNullable<LostClaim['links']>[number] & { claimId: string })[];
}

/** A lost claim, with the id of the claim that stands for it here; null where both it and another in its slot were paid. */
export interface BroughtBack {
  claim: LostClaim;
  as: string | null;
}

/** Operations on the ledger as a whole. */
export interface LedgerKeeping {
  /** Counts all claims, which takes longer the more there are. */
  about(): Promise<LedgerFacts>;
  /** The same without counting them. */
  glance(): Promise<Omit<LedgerFacts, 'claims'>>;
  /** What was done with the ledger as a whole, oldest first. */
  ledgerHistory(): Promise<LedgerEvent[]>;
  /** Records that a backup was made at that time (epoch milliseconds). */
  backedUp(at: number): Promise<void>;
  /**
   * Lets claims be made again in a store that was put back to an older state. A claim that may have been made in the gap before is recorded
   * as `unknown` and not sent, until an operator decides on it. A gap that is there already is widened by this one. With null nothing is
   * missing any more. `now` is in epoch milliseconds.
   */
  restored(gap: Gap | null, by: Decision, now: number): Promise<LedgerFacts>;
  /**
   * Lets claims be made again although a clock that was far ahead has made some: until their time comes, the clock is not compared with
   * them. They count as before. Resolves with how many there are. `now` is in epoch milliseconds.
   */
  setAside(by: Decision, now: number): Promise<number>;
  /** Records what the owner, or somebody who works for them, saw or did. Decisions on claims are recorded by `resolve`. */
  noteAudit(note: AuditNote): Promise<void>;
  /** The recorded notes, newest first; `before` is the least `seq` of the previous page, and `limit` is 100 if left out. */
  audit(page: { before?: number; limit?: number }): Promise<AuditEntry[]>;
  /**
   * Brings back claims that the ledger has lost, with their nonces and links, and with nonces and links that have no claim. `now` is in
   * epoch milliseconds.
   */
  adopt(claims: readonly LostClaim[], by: Decision, now: number, strays?: Strays): Promise<Adopted>;
}
