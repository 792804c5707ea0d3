/**
 * Gifts that the owner gives by hand, from a file or in code: claims that no visitor makes, each made once for its key. Imports the claims, the
 * ledger port, the upstream, and the rule for member ids.
 *
 * Decision: a gift is a claim of an action that no config can name, and its key is the period. So the ledger's rule of one claim for each member,
 * action and period also protects gifts, after any crash. The key is used up like a token, so no other gift can have it.
 */
export { type Gift, GiftError } from './gift.ts';
export type { Gifts } from './gifts.ts';
export type { GiftOutcome } from './outcome.ts';
