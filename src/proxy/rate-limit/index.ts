/**
 * How often what may be asked for: by one address, for one member, of one action. Imports the ledger port, the finding of client
 * addresses, the proxy's problem replies, logger and metrics, and hashes.
 *
 * Decision: of each limit one number is kept, the time at which all of it has grown back, and the same few lines of arithmetic
 * stand in memory and in the ledger. rate-limiter-flexible was looked at: its memory has no bound and a clock of its own, each key
 * costs a timer, its entry loads `node:cluster`, and its limiters for databases know neither `node:sqlite` nor our transactions.
 */
export { type LimitsSettings, statusFields } from './policy.ts';
export { type AddressPattern, type Counted, RateLimiter } from './rate-limiter.ts';
export type { TurnEnd } from './turns.ts';
