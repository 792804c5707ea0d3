/**
 * Rate limits by address, member and action. Imports the ledger port, the client addresses, the proxy's problem replies, logger and
 * metrics, and hashes.
 *
 * Decision: a bucket stores one number, the time at which it is full again, and the same few lines of arithmetic are used in memory and
 * in the ledger. We do not use rate-limiter-flexible: its memory has no bound and its own clock, each key costs a timer, its entry
 * loads `node:cluster`, and its database limiters know neither `node:sqlite` nor our transactions.
 */
export { type LimitsSettings, statusFields } from './policy.ts';
export { type AddressPattern, type Counted, RateLimiter } from './rate-limiter.ts';
export type { TurnEnd } from './turns.ts';
