/**
 * The durable record of claims. Imports nothing of ours. At the root are the port, the schema and the drivers: each is one file
 * (`sqlite.ts`) with what it needs in a folder of the same name, and only that imports the driver's package. The operations are in folders:
 * - `claims/`: how a claim is made, moves and is read, with its state machine.
 * - `periods/`: how often an action can be claimed: calendar, streaks, and rules that changed.
 * - `members/`: under which names a member's claims stand, links of identities, sessions, export and forgetting.
 * - `deliveries/`: who is told of claims.
 * - `keeping/`: the ledger as a whole: which one it is, whether it is an older copy, its clock, history, audit and health.
 *
 * Decision: every operation is written once, as a generator that yields SQL statements. A driver runs it in one transaction: SQLite
 * at once, PostgreSQL statement by statement. So the stores cannot differ in a rule.
 * Besides what others may use (`public.ts`), what the proxy needs of it is exported here.
 */
export { isSameGrant, REMARK_UNKNOWN } from './claim.ts';
export { claimReference, isClaimId, newClaimId } from './claims/claim-id.ts';
export { contradicts, saidTooLate } from './claims/late-reply.ts';
export { ledgerThrough } from './ledger-through.ts';
export { tracedMember } from './members/trace.ts';
export { SEE_SET_ASIDE } from './keeping/clock.ts';
export { SEE_RESTORED } from './keeping/halt.ts';
export { GIFTS } from './periods/gifts.ts';
export { NO_CALENDAR, periodAt, periodForKey, ruleName } from './periods/period.ts';
export * from './public.ts';
