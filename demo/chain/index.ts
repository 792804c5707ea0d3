/**
 * A small chain of Ethereum's kind, and a wallet for it, by which a visitor tries what a proof on chain is without an account: beside `npm start`
 * by HTTP, and in the pages of the static site. `wallet.ts` is for pages. Imports viem, and no `node:` module.
 *
 * Decisions. Nothing between wallet and proxy is played: transactions and texts are really signed, and the chain verifies signature, chain and
 * nonce as others do. It answers what proofs and this wallet ask, and has one contract, whose behaviour is written here in place of an EVM. Not
 * anvil, which there is not for all machines, and not in a page. What pages need before anybody presses is without viem.
 */
export { HarbourChain } from './harbour-chain.ts';
export { answerRpc } from './rpc-handler.ts';
