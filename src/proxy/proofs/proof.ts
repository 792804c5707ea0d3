import type { FieldError, OnchainProof, Progress } from '../../contract/index.ts';
import type { Link } from '../../ledger/index.ts';
import type { Excluded } from '../claims/excluded.ts';
import type { SingleUse } from '../claims/single-use.ts';
import type { VisitorText } from '../config/visitor-text.ts';

/** What a proof is asked about: the claim that a visitor wants to make. */
export interface VerifyClaim {
  action: string;
  memberId: string;
  /** What the visitor filled in, with the answers to the proofs. */
  fields: Readonly<Record<string, string | number | boolean>>;
  /** Aborted once the answer would come too late. */
  signal: AbortSignal;
}

/**
 * What a proof finds out.
 * - `ok`: it happened. `evidence` is kept with the claim, `singleUses` are used up by it, `links` belong to the member from then on, and what it `excludes` may not be claimed as well.
 * - `refuse`: it did not. `reason` is in the owner's words, `detail` in ours; `isAnswer` where what was filled in is at fault, `errors` where something else of the request is.
 *   `unless` names claims that would show it, should they be made at this moment.
 * - `not-yet`: it may still come, and is worth asking about again in so many seconds. `errors` names what of the request is not good yet.
 * - `unavailable`: nobody could find out. It never grants anything.
 */
export type Finding =
  | {
      kind: 'ok';
      evidence: readonly object[];
      singleUses: readonly SingleUse[];
      links?: readonly Link[];
      excludes?: readonly Excluded[];
    }
  | {
      kind: 'refuse';
      detail: string;
      reason?: VisitorText;
      progress?: Progress;
      isAnswer?: true;
      errors?: FieldError[];
      unless?: readonly Excluded[];
    }
  | {
      kind: 'not-yet';
      retryAfter: number;
      detail?: string;
      reason?: VisitorText;
      progress?: Progress;
      errors?: FieldError[];
    }
  | { kind: 'unavailable' };

/** The same with what a wallet has signed and the page's ticket, which are each for a proof of their own alone. */
export interface ProofClaim extends VerifyClaim {
  onchain: { proof: OnchainProof; origin: string } | null;
  ticket: string | null;
}

/** Finds out whether something happened. Rejects if the ledger fails. */
export type Proof = (claim: ProofClaim) => Finding | Promise<Finding>;

/** It happened, and this is what shows it. */
export function ok(evidence: object, ...singleUses: SingleUse[]): Finding {
  return { kind: 'ok', evidence: [evidence], singleUses };
}

export const UNAVAILABLE: Finding = { kind: 'unavailable' };
