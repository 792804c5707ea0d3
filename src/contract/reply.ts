/*
 * The schemas of this folder once more, as checks small enough for a browser, one file a schema so that a page loads
 * what it needs. They accept exactly the JSON that the schemas accept, which a test holds over random values.
 */
export { readAction } from './read-action.ts';
export { readAltchaChallenge, readChallengeView } from './read-challenge.ts';
export { readClaim } from './read-claim.ts';
export { readOnchainMessage, readOnchainView } from './read-onchain.ts';
export { readProblem } from './read-problem.ts';
export { readSignInToken } from './read-sign-in.ts';
