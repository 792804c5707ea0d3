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

/** One thing that somebody of the owner's saw or did. */
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
 * - `behind`: it is an older one than a process has seen; `missing` is when the newest claim was made that is missing.
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

/** What there is to know of the ledger as a whole. Times are epoch milliseconds. */
export interface LedgerFacts {
  /** By which it is told from others, wherever it lies. */
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
 * What came of claims that were brought back, by their ids: those that were added, those that the ledger had, those for which the member
 * was waiting since, and those whose slot has another claim by now that was paid as well.
 */
export interface Adopted {
  added: string[];
  known: string[];
  decided: string[];
  twice: string[];
}

/**
 * A claim that a ledger has lost, as another ledger has it. What that one does not tell, such as the log of a proxy, is left out: what the
 * claim used up, what belongs to its member since, by which keys it is asked for again, and by which rules its action was claimed.
 */
export interface LostClaim extends ClaimRecord {
  uses?: readonly { id: string; expiresAt: number }[];
  /** `isPseudonym` says that the member was forgotten there, or that the link was not used for long. */
  links?: readonly { family: string; value: string; memberId: string; usedAt: number; isPseudonym: boolean }[];
  idempotencyKeys?: readonly { key: string; fingerprint: string }[];
  /** The rules that claims of its action were made under, each since when (epoch milliseconds). */
  rules?: readonly { rule: string; since: number }[];
}

/** What a ledger has of claims that it has not: they were brought back into it, and paid twice there, or were never made of an event. */
export interface Strays {
  uses: NonNullable<LostClaim['uses']>;
  links: readonly (NonNullable<LostClaim['links']>[number] & { claimId: string })[];
}

/** A lost claim, with the id of the claim that it is here; null where it was paid, and the one in its slot as well. */
export interface BroughtBack {
  claim: LostClaim;
  as: string | null;
}

/** What concerns the ledger as a whole. */
export interface LedgerKeeping {
  /** It counts all claims, which takes the longer the more there are. */
  about(): Promise<LedgerFacts>;
  /** The same without counting them. */
  glance(): Promise<Omit<LedgerFacts, 'claims'>>;
  /** What was done with the ledger as a whole, oldest first. */
  ledgerHistory(): Promise<LedgerEvent[]>;
  /** Takes note that a backup was made at that time (epoch milliseconds). */
  backedUp(at: number): Promise<void>;
  /**
   * Has claims made again in a store that was put back to an older state. Those that may have been made in the gap, as far as the
   * ledger knows, are recorded as `unknown` and not sent, until somebody decides on them; a gap that was there becomes as wide. With
   * null nothing is missing any more. `now` is in epoch milliseconds.
   */
  restored(gap: Gap | null, by: Decision, now: number): Promise<LedgerFacts>;
  /**
   * Has claims made again although there are some that a clock made which was far ahead: until their time comes they are not what the
   * clock is held against. They count as ever. Resolves with how many there are. `now` is in epoch milliseconds.
   */
  setAside(by: Decision, now: number): Promise<number>;
  /** Takes note of what somebody of the owner's saw or did. Decisions on claims are noted by `resolve` itself. */
  noteAudit(note: AuditNote): Promise<void>;
  /** What was noted so, newest first; `before` is the least `seq` of the page before, and `limit` is 100 if left out. */
  audit(page: { before?: number; limit?: number }): Promise<AuditEntry[]>;
  /** Brings back claims that the ledger has lost, with what they used up, and what is used up without a claim. `now` is in epoch milliseconds. */
  adopt(claims: readonly LostClaim[], by: Decision, now: number, strays?: Strays): Promise<Adopted>;
}
