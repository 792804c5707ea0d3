/**
 * The proxy that the site owner runs. Only it has the API key, and it only uses web standards. It translates between the contract with browsers and
 * the service. Imports the contract, the ledger port, the service client, hono and zod; `node:` modules only in `adapters/`.
 *
 * Where to begin: `create-proxy.ts` connects the parts, which are built on those of `foundation.ts`. A request comes in at `http/boundary.ts`, and
 * `http/app.ts` routes it. For a claim, begin at `claims/claims.ts`.
 *
 * Decisions. A request that cannot be read or is not allowed throws a `RequestProblem`; the outcome of a claim is a value. One catch, in
 * `http/boundary.ts`, turns everything else into a bare 500. What answers requests takes an `Incoming` (a `Request` is one) and
 * gives an `Answer`; only `fetch` makes a `Response` of it, since both are expensive to create on Node.
 */
export type { AlertEvent, AlertHook } from './alerts/index.ts';
export type { MemberList } from './claims/gates/member-list.ts';
export { ConfigError, defineConfig, type RewardsConfig } from './config/index.ts';
export { createProxy } from './create-proxy.ts';
export type { Proxy, ProxyOptions } from './options.ts';
export type { ElementFiles } from './embed/index.ts';
export { type Gift, GiftError, type GiftOutcome, type Gifts } from './gifts/index.ts';
export type { IncomingEvent } from './events/index.ts';
export { type Bindings, env, type EnvReference } from './config/env.ts';
export type { Connection, Handler } from './http/handler.ts';
export type { Inside } from './inside.ts';
export type { Logger } from './monitoring/logger.ts';
export type { OnchainClaim, OnchainSettings } from './onchain/claim.ts';
export type { Link } from '../ledger/index.ts';
export type { Finding, VerifyAnswer, VerifyClaim } from './proofs/index.ts';
