/**
 * What a wallet has signed and what is on a chain, for `verify` of an action. The one place with viem, which only those install who ask for
 * it. Imports viem, zod and the proxy's public types.
 *
 * Decisions. What nobody could find out, because an RPC is down or two of them disagree, grants nothing and refuses nothing. A signature by an
 * address's own key is checked without any RPC; only wallets that are contracts are asked about.
 */
export { type Chain, chain, type ChainOptions } from './chain.ts';
export type { Finality } from './head.ts';
export { holding, type HoldingOptions } from './holding.ts';
export type { LinkRule } from './link.ts';
export { ownership, type OwnershipOptions } from './ownership.ts';
export { type EventPattern, type Pattern, SENDER } from './patterns.ts';
export type { SignatureChain } from './signature.ts';
export { transaction, type TransactionOptions } from './transaction.ts';
