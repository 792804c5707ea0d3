import { errorCode } from '../../common/error-code.ts';
import { NOT_THERE_CODES } from '../keeping/newer-schema.ts';
import { Overtaken } from '../operation.ts';
import { LedgerError } from '../port.ts';

/** The transaction was surely not committed, because its connection broke before. */
export class NotCommitted extends Error {}

/** A lock was not available within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** Conflicts with another transaction: this one surely did nothing, and may succeed if it is run again. */
const CONFLICTS = new Set(['40001', '40P01', '23505']);

/**
 * A prepared statement is missing, exists already, or has changed: a pooler gives each transaction another connection, or the tables have
 * changed.
 */
const NOT_AS_PREPARED = new Set(['26000', '42P05', '0A000']);

/** Messages of servers and poolers that do not say what to do, with what to do. */
const ADVICE: readonly (readonly [said: RegExp, advice: string])[] = [
  [/statement pooling mode/, 'set the pooler to transaction mode, or to session mode'],
  [
    /too many (?:clients|connections)|remaining connection slots|no more connections allowed/,
    'each process uses up to ten connections: allow the server or the role more of them, or put a pooler in transaction mode between',
  ],
  [
    /permission denied for database (?!")/,
    "the role may make no schema there: have the database's owner run CREATE SCHEMA rewards AUTHORIZATION, with the name of the role",
  ],
  [
    /permission denied for (?:schema|table)\b|must be owner of/,
    'its tables belong to the role that made the ledger: use that one',
  ],
  [/query_wait_timeout/, 'the pooler had no free connection in time'],
  [
    /read-only transaction/,
    'its owner has set it read-only, as hosts do whose disk is full, another program has set the session of a pooler so, or it is a standby: then use the address of the primary',
  ],
  [
    /client password must be a string/,
    'it asks for a password, and none was given: write it into the URL, as in postgres://user:password@host/database',
  ],
  [
    /self-signed certificate|unable to (?:get|verify)/,
    'sslrootcert in the URL names a file with the authority to trust',
  ],
  [
    /no pg_hba\.conf entry for host "(?!\[local\]).* (?:no encryption|SSL off)/,
    'the server lets nobody in like that, perhaps only because the connection is not encrypted: add sslmode=verify-full to the URL',
  ],
  [
    /does not support SSL/,
    'no sslmode falls back to a connection without encryption: sslmode=disable in the URL asks for one, for a network of your own',
  ],
  [/no equivalent in encoding/, 'only a database with the encoding UTF8 can hold every text'],
  [/during recovery/, 'this server is a standby, which only reads: use the address of the primary'],
];

export function isNotAsPrepared(error: unknown): boolean {
  return NOT_AS_PREPARED.has(errorCode(error) ?? '');
}

/** Whether the tables are other ones than before. */
export function isOtherSchema(error: unknown): boolean {
  return NOT_THERE_CODES.has(errorCode(error));
}

/** Whether the transaction surely did nothing, and may succeed if it is run again, or fail with a clearer error. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof Overtaken || error instanceof NotCommitted) return true;
  return isNotAsPrepared(error) || isOtherSchema(error) || CONFLICTS.has(errorCode(error) ?? '');
}

/** Whether the server itself said that the transaction came to nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}

/** The message of the server or a pooler, and where that is known, what to do. */
export function withAdvice(said: string): string {
  const advice = ADVICE.find(([pattern]) => pattern.test(said))?.[1];
  return advice ? `${said} (${advice})` : said;
}

/** The failure as a `LedgerError`. A `LedgerError` or `RangeError` stays as it is. */
export function ledgerError(error: unknown): unknown {
  if (error instanceof NotCommitted) return ledgerError(error.cause);
  if (error instanceof LedgerError || error instanceof RangeError) return error;
  const message = error instanceof Error && error.message ? error.message : String(errorCode(error) ?? error);
  return new LedgerError(`the ledger's database failed: ${withAdvice(message)}`, {
    code: errorCode(error) ?? 'unknown',
    cause: error,
  });
}
