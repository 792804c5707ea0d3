import type { PostgresOptions } from '../../../src/ledger/postgres.ts';

/**
 * Limits for a PostgreSQL ledger with a thousand concurrent calls: however busy the machine is, all are answered in the end. Its pool must
 * have no limit of its own.
 */
export const PATIENT: PostgresOptions = {
  connectTimeoutMs: 600_000,
  statementTimeoutMs: 600_000,
  lockTimeoutMs: 600_000,
  idleInTransactionTimeoutMs: 600_000,
};
