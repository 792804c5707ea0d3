/**
 * How the proxy tells visitors from bots, for each action: its own proof of work (ALTCHA), or the verdict of a service. Imports the contract, the
 * transport, zod and altcha-lib.
 *
 * Decisions. What cannot be checked has failed: while a service does not answer, nobody can claim. The claim uses up a solution in its own
 * transaction, so only one of several requests with the same solution succeeds. A repetition with the same idempotency key gets the first answer.
 * altcha-lib's store and adapters are not used: they read and then write, so simultaneous requests all pass.
 */
export { NEEDS_SCRIPT } from './challenge.ts';
export { Challenges } from './challenges.ts';
export { madeUpSecret } from './made-up-secret.ts';
export { SERVICES } from './services.ts';
export { siteVerify } from './site-verify.ts';
