import type { AltchaChallenge, Proof } from '../../contract/index.ts';
import type { SingleUse } from '../claims/single-use.ts';
import type { ProblemReply } from '../http/problem.ts';

/** A claim that is to show that no bot makes it. */
export interface ChallengedClaim {
  memberId: string;
  proof: Proof | undefined;
  /** What this request and its repetitions have in common, and no other request has. */
  requestName: () => string;
}

/** What is used up with the claim, or why the claim is not let through. */
export type Checked = { singleUse: SingleUse } | { problem: ProblemReply };

/** The challenge of one action. */
export interface Challenge {
  /** Makes one for the member, whom the client asks for (null if it is not known). Only a challenge of the proxy's own can be asked for. */
  issue?(memberId: string, client: string | null): Promise<AltchaChallenge>;
  /** Takes note that a claim was made with a solution. */
  claimed?(): void;
  /** Never rejects for what came from outside. */
  check(claim: ChallengedClaim): Promise<Checked>;
}

/** What a visitor is told if the proof does not hold. */
export function failed(detail: string): { problem: ProblemReply } {
  return { problem: { code: 'challenge-failed', detail } };
}

/** Why a form that a browser sent by itself is not taken. */
export const NEEDS_SCRIPT: ProblemReply = {
  code: 'challenge-failed',
  detail:
    'This form needs a check that you are not a robot, which only works with JavaScript. Turn JavaScript on, reload the page, and send the form again.',
};

export const MISSING = 'This asks for a check that you are not a robot. Please reload this page and try again.';
/** The answer to a solution for another claim. */
export const USED = failed(
  'The check that you are not a robot was used for another request already. Please try again.',
).problem;

export const FAILED = 'The check that you are not a robot failed, or has expired. Please try again.';
