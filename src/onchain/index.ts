/**
 * Proofs by wallets and chains, for `verify` of an action. This is the only folder with viem, which only those who use it install. Imports viem, zod
 * and the proxy's public types.
 *
 * Decisions. If something cannot be determined, because an RPC is down or two RPCs disagree, nothing is granted and nothing is refused. A signature
 * by an address's own key is checked without an RPC: only contract wallets need one.
 */
export { type Chain, chain, type ChainOptions } from './chain.ts';
export type { Finality } from './head.ts';
export { holding, type HoldingOptions } from './holding.ts';
export type { LinkRule } from './link.ts';
export { ownership, type OwnershipOptions } from './ownership.ts';
export { type EventPattern, type Pattern, SENDER } from './patterns.ts';
export type { SignatureChain } from './signature.ts';
export { transaction, type TransactionOptions } from './transaction.ts';
