/** The ledger as others may use it: its port, with every type that appears in it, and its errors. Drivers have entries of their own. */
export type { Adopted, Decision, Gap, Halt, LedgerEvent, LedgerFacts } from './keeping.ts';
export type { Period, PeriodRule } from './period.ts';
export {
  type BucketState,
  type Caps,
  CLAIM_STATES,
  type ClaimEvent,
  type ClaimFilter,
  type ClaimRecord,
  type ClaimState,
  type ExportedClaim,
  GRANT_STATES,
  type GrantRecord,
  type GrantState,
  InDoubtError,
  type KeyedRequest,
  type Ledger,
  LedgerError,
  type Nonce,
  type Order,
  type RateLimitBucket,
  type Replay,
  type Reservation,
  type ReserveRequest,
  type RuleChange,
  type Settlement,
  type Standing,
} from './port.ts';
