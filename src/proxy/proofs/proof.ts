import type { FieldError, OnchainProof, Progress } from '../../contract/index.ts';
import type { Link } from '../../ledger/index.ts';
import type { Excluded } from '../claims/excluded.ts';
import type { SingleUse } from '../claims/single-use.ts';
import type { VisitorText } from '../config/visitor-text.ts';

/** The claim that a visitor wants to make, as proofs see it. */
export interface VerifyClaim {
  action: string;
  memberId: string;
  /** The values that the visitor filled in, including the answers to proofs. */
  fields: Readonly<Record<string, string | number | boolean>>;
  /** Aborts when the time for an answer is over. */
  signal: AbortSignal;
}

/**
 * The finding of a proof.
 * - `ok`: it happened. The claim stores `evidence` and uses up `singleUses`. `links` belong to the member from then on. Whatever it `excludes` cannot
 *   be claimed as well.
 * - `refuse`: it did not happen. `reason` is the owner's text, `detail` is ours. `isAnswer` says that the visitor's answer is wrong, `errors` names
 *   other wrong parts of the request. `unless` names claims that would prove it if they are being made at this moment.
 * - `not-yet`: it may still happen; ask again after `retryAfter` seconds. `errors` names the parts of the request that are not valid yet.
 * - `unavailable`: it cannot be determined. This never grants anything.
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

/** The same with the wallet's signature and the page's ticket, which are each only for one kind of proof. */
export interface ProofClaim extends VerifyClaim {
  onchain: { proof: OnchainProof; origin: string } | null;
  ticket: string | null;
}

/** Checks whether something happened. Rejects if the ledger fails. */
export type Proof = (claim: ProofClaim) => Finding | Promise<Finding>;

/** The finding that it happened, with the evidence. */
export function ok(evidence: object, ...singleUses: SingleUse[]): Finding {
  return { kind: 'ok', evidence: [evidence], singleUses };
}

export const UNAVAILABLE: Finding = { kind: 'unavailable' };
