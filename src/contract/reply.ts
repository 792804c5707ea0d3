/*
 * The schemas of this folder once more, as checks that are small enough for a browser: one file for each schema, so that a page loads only what it
 * needs. They accept exactly the JSON that the schemas accept; a test checks that with random values.
 */
export { readAction } from './read-action.ts';
export { readAltchaChallenge, readChallengeView } from './read-challenge.ts';
export { readClaim } from './read-claim.ts';
export { readOnchainMessage, readOnchainView } from './read-onchain.ts';
export { readProblem } from './read-problem.ts';
export { readSignInToken } from './read-sign-in.ts';
