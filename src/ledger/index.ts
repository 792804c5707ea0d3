/**
 * The durable record of claims: the port, the claim's state machine, and periods. Imports nothing of ours. Each driver is one file
 * (`sqlite.ts`), and only that file imports the driver's package.
 *
 * Decision: every operation is written once, as a generator that yields SQL statements. A driver runs it in one transaction: SQLite
 * at once, PostgreSQL statement by statement. So the stores cannot differ in a rule.
 */
export { claimReference, isClaimId, newClaimId } from './claim-id.ts';
export { tracedMember } from './trace.ts';
export type { Adopted, AuditEntry, AuditNote, Decision, Gap, Halt, LedgerEvent, LedgerFacts } from './keeping.ts';
export {
  type Delivery,
  DELIVERY_STATES,
  type DeliveryCount,
  type DeliveryFilter,
  type DeliveryKey,
  type DeliveryResult,
  type DeliveryState,
  type DueDelivery,
  type Receiver,
  TOLD_EVENTS,
  type ToldClaim,
  type ToldEvent,
} from './deliveries.ts';
export { contradicts, saidTooLate } from './late-reply.ts';
export { ledgerThrough } from './ledger-through.ts';
export { GIFTS, type Period, periodAt, periodForKey, type PeriodRule, ruleName } from './period.ts';
export {
  type RateLimitBucket,
  CLAIM_STATES,
  type Caps,
  type ExportedClaim,
  type ClaimEvent,
  type ClaimFilter,
  type ClaimRecord,
  type ClaimState,
  type ClaimSum,
  type Exclusion,
  type Grant,
  GRANT_STATES,
  type GrantRecord,
  type GrantState,
  type Ledger,
  InDoubtError,
  LedgerError,
  type Link,
  type LinkConflict,
  type LinkFilter,
  type Nonce,
  type KeptLink,
  type KeyedRequest,
  type Replay,
  type Reservation,
  type ReserveRequest,
  type RuleChange,
  type Settlement,
  type BucketState,
  type Standing,
} from './port.ts';
