import type * as z from 'zod';
import type { VisitorText } from '../config/visitor-text.ts';
import type { OnchainSettings } from '../onchain/claim.ts';
import type { ProofSchema } from './kinds.ts';
import type { Verify } from './own-function.ts';

/** A condition for a claim: a kind of proof, a function that checks something, or several of them together. */
export type ProofInput =
  | Verify
  | z.input<typeof ProofSchema>
  | (OnchainSettings & { refusal?: VisitorText | undefined })
  | { all: readonly ProofInput[]; refusal?: VisitorText | undefined }
  | { any: readonly ProofInput[]; refusal?: VisitorText | undefined }
  | { not: ProofInput; refusal?: VisitorText | undefined };

/** The same with defaults filled in. */
export type ProofConfig = (
  | z.output<typeof ProofSchema>
  | OnchainSettings
  | { type: 'function'; verify: Verify }
  | { type: 'all' | 'any'; proofs: readonly ProofConfig[] }
  | { type: 'not'; proof: ProofConfig }
) & { refusal?: VisitorText | undefined };
