/**
 * Proofs by wallets and chains, for `verify` of an action. The only folder with viem, which is installed only by those who use it.
 * Imports viem, zod and the proxy's public types.
 *
 * Decisions. If nobody can find out, because an RPC is down or two disagree, nothing is granted and nothing refused. A signature by an
 * address's own key is checked without an RPC. Only contract wallets are asked about.
 */
export { type Chain, chain, type ChainOptions } from './chain.ts';
export type { Finality } from './head.ts';
export { holding, type HoldingOptions } from './holding.ts';
export type { LinkRule } from './link.ts';
export { ownership, type OwnershipOptions } from './ownership.ts';
export { type EventPattern, type Pattern, SENDER } from './patterns.ts';
export type { SignatureChain } from './signature.ts';
export { transaction, type TransactionOptions } from './transaction.ts';
