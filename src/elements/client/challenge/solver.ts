import type { ChallengeView, Proof } from '../../../contract/challenge.ts';
import type { ClaimFlow } from '../claim-flow.ts';
import type { ClaimHooks, Failure } from '../types.ts';

/** What a challenge needs from the code that shows the claim. */
export type ChallengeHooks = Pick<ClaimHooks, 'language' | 'placeChallenge'>;

/** The result of a challenge. */
export type Solved = { proof: Proof } | { failure: Failure };

/** Solves a challenge of one type for the member. Never rejects. */
export type Solver<View extends ChallengeView = ChallengeView> = (
  flow: ClaimFlow,
  hooks: ChallengeHooks,
  view: View,
  memberId: string,
  signal: AbortSignal,
) => Promise<Solved>;

/** It was not solved, for no known reason. */
export const UNSOLVED: Solved = { failure: { code: 'challenge-failed' } };
