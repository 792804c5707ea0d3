/**
 * The part of blockchain proofs that needs no chain: the text that a wallet signs, and the check that a signed text is one of ours.
 * `rewards-proxy/onchain`, which the owner's config imports together with viem, checks the signature and the chain. Imports the contract,
 * @noble/hashes and zod.
 *
 * Decisions. The proxy writes the whole text, so a text that another site had signed is never accepted. It stores nothing until a claim is made: the
 * nonce contains its own proof. A text names one action, member, site, address and chain, and is valid for an hour and one claim. The code is loaded
 * with the first request that needs it.
 */
export type { OnchainClaim, OnchainSettings } from './claim.ts';
export { onchainView } from './view.ts';
