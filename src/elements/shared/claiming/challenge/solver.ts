import type { ChallengeView, Proof } from '../../../../contract/challenge.ts';
import type { ClaimController } from '../../claim-controller.ts';
import type { Failure } from '../../events.ts';

/** What solving a challenge came to. */
export type Solved = { proof: Proof } | { failure: Failure };

/** Solves a challenge of one type for the member. Never rejects. */
export type Solver<View extends ChallengeView = ChallengeView> = (
  claims: ClaimController,
  view: View,
  memberId: string,
  signal: AbortSignal,
) => Promise<Solved>;

/** It was not solved, and nobody can say more. */
export const UNSOLVED: Solved = { failure: { code: 'challenge-failed' } };
