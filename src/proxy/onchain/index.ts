/**
 * The part of proofs on a blockchain that asks no chain: the text that a wallet signs, and the check that a signed text is ours.
 * `rewards-proxy/onchain`, which the owner's config brings with viem, checks whose signature it is and what is on the chain. Imports
 * the contract, @noble/hashes and zod.
 *
 * Decisions. The proxy writes the whole text, so a text that another site had signed is never accepted. It stores nothing until a claim is
 * made: the nonce carries its own proof. A text names one action, member, site, address and chain, and is good for an hour and one
 * claim. The code is loaded with the first request that needs it.
 */
export type { OnchainClaim, OnchainSettings } from './claim.ts';
export { onchainView } from './view.ts';
