/**
 * How the proxy tells visitors from bots, per action: a proof of work of its own (ALTCHA), or the verdict of a service.
 * Imports the contract, the transport, zod and altcha-lib.
 *
 * Decisions. Whatever cannot be checked counts as failed: a service that does not answer lets nobody through. What was
 * shown is used up by the claim, in the transaction that makes it, so that of any number of requests one gets through,
 * whatever they call themselves; its repetition under the same idempotency key gets the first answer again. altcha-lib's own
 * store and adapters are left aside: they look up and then write, so that requests at the same moment all pass.
 */
export { NEEDS_SCRIPT } from './challenge.ts';
export { Challenges } from './challenges.ts';
export { madeUpSecret } from './made-up-secret.ts';
export { SERVICES } from './services.ts';
export { siteVerify } from './site-verify.ts';
export { challengeView } from './view.ts';
