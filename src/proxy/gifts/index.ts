/**
 * What the owner gives by hand, line by line or in code: claims that nobody asks for, each made once for the key that it has. Imports the
 * claims, the ledger port, the upstream, and the rule for member ids.
 *
 * Decision: a gift is a claim of an action that no config can name, whose period is its key. So the ledger's one claim for each member,
 * action and period holds for it as for all others, whatever dies; and since its key is used up like a token, no other gift can have it.
 */
export { type Gift, GiftError } from './gift.ts';
export { createGifts, type Gifts } from './gifts.ts';
export type { GiftOutcome } from './outcome.ts';
