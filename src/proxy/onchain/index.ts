/**
 * What actions ask for on chain, as far as no chain has to be asked: the text that a wallet signs, and whether it is that one. Whose
 * signature it is, and what is on the chain, `rewards-proxy/onchain` finds out, which the owner's config brings along with viem.
 * Imports the contract, @noble/hashes and zod.
 *
 * Decisions. The proxy writes the whole text, so that nothing which another site had signed can be taken for it. It keeps nothing until a claim
 * is made: the nonce carries its own proof. A message names one action, member, site, address and chain, and counts for an hour and one claim.
 * What only actions with it need is loaded with the first request for it.
 */
export type { OnchainClaim, OnchainSettings } from './claim.ts';
export { onchainView } from './view.ts';
