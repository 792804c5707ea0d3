import { Overtaken } from '../operation.ts';
import { LedgerError } from '../port.ts';

/** The transaction was surely not committed, because its connection broke before. */
export class Lost extends Error {}

/** Failures after which the transaction surely did nothing, and may do better if run again: another was in the way. */
const IN_THE_WAY = new Set(['40001', '40P01', '23505']);

/**
 * What was prepared is not there, is there already, or is not what it was: somebody between here and the server hands out another
 * connection for each transaction, or the tables have changed.
 */
const NOT_AS_PREPARED = new Set(['26000', '42P05', '0A000']);

export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function isNotAsPrepared(error: unknown): boolean {
  return NOT_AS_PREPARED.has(postgresCode(error) ?? '');
}

/** Whether the transaction surely did nothing, and may do better if run again. */
export function mayDoBetter(error: unknown): boolean {
  if (error instanceof Overtaken || error instanceof Lost) return true;
  return isNotAsPrepared(error) || IN_THE_WAY.has(postgresCode(error) ?? '');
}

/** Whether the server itself said that the transaction came to nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}

/** The failure as a `LedgerError`; what is one, or is about what was asked for, stays as it is. */
export function ledgerError(error: unknown): unknown {
  if (error instanceof Lost) return ledgerError(error.cause);
  if (error instanceof LedgerError || error instanceof RangeError) return error;
  const message = error instanceof Error && error.message ? error.message : String(postgresCode(error) ?? error);
  return new LedgerError(`the ledger's database failed: ${message}`, {
    code: postgresCode(error) ?? 'unknown',
    cause: error,
  });
}
