import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { findingIn, orUnavailable, type VerifyAnswer } from './answer.ts';
import { type Proof, UNAVAILABLE, type VerifyClaim } from './proof.ts';

/** A function of the config that checks whether something happened. If it throws or returns anything else, nothing is granted. */
export type Verify = (claim: VerifyClaim) => VerifyAnswer | Promise<VerifyAnswer>;

/** A function of the owner's. */
export function ownProof(verify: Verify, { logger, secrets }: { logger: Logger; secrets: Secrets }): Proof {
  return async ({ action, memberId, fields, signal }) => {
    try {
      const answer = await verify({ action, memberId, fields, signal });
      return orUnavailable(findingIn('function', answer), (error) =>
        logger.error({ action }, `the answer of the function of actions.${action}.verify ${error}`),
      );
    } catch (error) {
      if (!signal.aborted) {
        logger.error({ action, error: secrets.describe(error) }, `the function of actions.${action}.verify failed`);
      }
      return UNAVAILABLE;
    }
  };
}
