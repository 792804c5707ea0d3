import { first, type Operation, type Row } from '../operation.ts';
import { migrations, missingSteps, SQLITE } from '../schema.ts';

/** How databases say that a table or a column is not there: a newer version may have renamed it. */
const NOT_THERE = /no such (?:table|column)|has no column named|(?:relation|column) .* does not exist/;
/** The same by PostgreSQL's codes, since its messages are in the server's language. */
export const NOT_THERE_CODES: ReadonlySet<unknown> = new Set(['42P01', '42703']);
/** Where drivers count the steps of the schema. */
const COUNTS = ['SELECT COUNT(*) AS user_version FROM migrations', 'PRAGMA user_version'];

/**
 * Throws why a transaction failed: a `LedgerError` that says so if a newer version has changed the tables, or else the error itself. `read`
 * runs an operation on the same store.
 */
export async function throwFailure(
  failure: unknown,
  read: (operation: () => Operation<Row | undefined>) => Promise<Row | undefined>,
): Promise<never> {
  if (!isNotThere(failure)) throw failure;
  for (const sql of COUNTS) {
    // oxlint-disable-next-line no-await-in-loop -- one of the two fails
    const row = await read(() => first(sql)).catch(() => undefined);
    missingSteps(migrations(SQLITE), Number(row?.['user_version'] ?? 0));
  }
  throw failure;
}

/** Drivers wrap the database's error in their own. */
function isNotThere(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isItself = NOT_THERE.test(error.message) || ('code' in error && NOT_THERE_CODES.has(error.code));
  return isItself || isNotThere(error.cause);
}
