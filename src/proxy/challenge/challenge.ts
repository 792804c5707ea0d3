import type { AltchaChallenge, Proof } from '../../contract/index.ts';
import type { SingleUse } from '../claims/single-use.ts';
import type { ProblemReply } from '../http/problem.ts';

/** A claim that has to show that it does not come from a bot. */
export interface ChallengedClaim {
  memberId: string;
  proof: Proof | undefined;
  /** The same for this request and its repetitions, and different for all others. */
  requestName: () => string;
}

/** What the claim uses up, or why it is not let through. */
export type Checked = { singleUse: SingleUse } | { problem: ProblemReply };

/** The challenge of one action. */
export interface Challenge {
  /** Makes one for the member, requested by the client (null if it is not known). Only challenges that the proxy makes itself have this. */
  issue?(memberId: string, client: string | null): Promise<AltchaChallenge>;
  /** Call after a claim was made with a solution. */
  claimed?(): void;
  /** Never rejects because of anything that came from outside. */
  check(claim: ChallengedClaim): Promise<Checked>;
}

/** What a visitor is told if the proof does not hold. */
export function failed(detail: string): { problem: ProblemReply } {
  return { problem: { code: 'challenge-failed', detail } };
}

/** Why a form that a browser sent without a script is not accepted. */
export const NEEDS_SCRIPT: ProblemReply = {
  code: 'challenge-failed',
  detail:
    'This form needs a check that you are not a robot, which only works with JavaScript. Turn JavaScript on, reload the page, and send the form again.',
};

export const MISSING = 'This asks for a check that you are not a robot. Please reload this page and try again.';
/** The answer if the solution was used for another claim. */
export const USED = failed(
  'The check that you are not a robot was used for another request already. Please try again.',
).problem;

export const FAILED = 'The check that you are not a robot failed, or has expired. Please try again.';
