import { errorCode } from '../../common/error-code.ts';
import { migrate, NOTE_STEP } from '../migrate.ts';
import { LedgerError } from '../port.ts';
import { migrations, missingSteps, POSTGRES } from '../schema.ts';
import { carryOut } from './carry-out.ts';
import type { Connections, Session } from './connections.ts';
import { Execution } from './execution.ts';
import { LOCK_NOT_AVAILABLE } from './failure.ts';
import { BEGIN, type Bounds, DURABLE, SCHEMA, SLACK_MS } from './limits.ts';

const STEPS = migrations(POSTGRES);
/** For another process to bring the schema up to date. */
const MIGRATION_LOCK_MS = 60_000;
/** Enough for the largest ledger: a step that is cut off would start from the beginning each time. */
const STEP_MS = 6 * 3_600_000;

/** Less than the second that PostgreSQL waits before it looks for deadlocks: so the order of the locks can cause none. */
const TABLES_LOCK_MS = 300;

/** Makes a ledger in a database that has none. Throws `LedgerError`. */
export function createSchema(connections: Connections, unhurried: Bounds): Promise<void> {
  return applySteps(connections, unhurried, { create: true });
}

/**
 * Applies the migrations that the database lacks. Only if there are any, it takes the limits of `unhurried`. Throws `LedgerError` where
 * there is no ledger.
 */
export async function applyMissingSteps(
  connections: Connections,
  { prompt, unhurried }: { prompt: Bounds; unhurried: Bounds },
): Promise<void> {
  const isUpToDate = await connections.use(prompt, async (session) => {
    await session.query(`${BEGIN} READ ONLY; ${prompt.settings}`);
    const applied = await appliedSteps(session);
    await session.query('COMMIT');
    if (applied === 0) throw missing();
    return missingSteps(STEPS, applied).length === 0;
  });
  if (!isUpToDate) await applySteps(connections, unhurried, { create: false });
}

/** One lock for all processes, so that of several that start at once only one applies what is missing. */
function applySteps(connections: Connections, unhurried: Bounds, { create }: { create: boolean }): Promise<void> {
  return connections.use({ ...unhurried, statementMs: STEP_MS + SLACK_MS }, async (session) => {
    await session.query(
      `${BEGIN}; ${unhurried.settings}, ${DURABLE}; SET LOCAL lock_timeout = ${MIGRATION_LOCK_MS}; SET LOCAL statement_timeout = ${STEP_MS}`,
    );
    await session.query(`SELECT pg_advisory_xact_lock(hashtextextended('rewards-elements schema', 0))`);
    const applied = await appliedSteps(session);
    if (create && applied > 0) throw alreadyThere();
    if (create) {
      await createTableOfSteps(session);
    } else if (missingSteps(STEPS, applied).length > 0) {
      await lockTables(session);
    }
    const { rest } = await carryOut(
      session,
      [],
      [new Execution(migrate(STEPS, applied, NOTE_STEP), { shares: false })],
    );
    await session.run(rest);
    await session.query('COMMIT');
  });
}

/** Creates the schema as well, unless it is there: `IF NOT EXISTS` would fail for a role that owns the schema but may create none. */
async function createTableOfSteps(session: Session): Promise<void> {
  const [row] = await rowsOf(session, `SELECT to_regnamespace('${SCHEMA}') IS NOT NULL AS there`);
  if (!row?.['there']) await session.query(`CREATE SCHEMA ${SCHEMA}`);
  await session.query('CREATE TABLE IF NOT EXISTS migrations (step BIGINT PRIMARY KEY)');
}

/**
 * Waits until nobody uses the ledger's tables, and locks them. Locked one by one, a step could hold a table that a running claim still
 * needs, while it waits for one that this claim has locked. So all are locked at once, or none: between the tries claims go on, even during
 * a long read. The table of migrations is left out, which starting processes read.
 */
async function lockTables(session: Session): Promise<void> {
  const tables = await rowsOf(
    session,
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = '${SCHEMA}'::regnamespace AND relkind = 'r' AND relname <> 'migrations' AND pg_has_role(relowner, 'USAGE')`,
  );
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => String(name)).join(', ');
  const deadline = performance.now() + MIGRATION_LOCK_MS;
  /* oxlint-disable no-await-in-loop -- one try after the other */
  for (;;) {
    await session.query(`SAVEPOINT tables; SET LOCAL lock_timeout = ${TABLES_LOCK_MS}`);
    try {
      await session.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
      await session.query(`SET LOCAL lock_timeout = ${MIGRATION_LOCK_MS}`);
      return;
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE || performance.now() > deadline) throw error;
      await session.query(`ROLLBACK TO SAVEPOINT tables; SELECT pg_sleep(${TABLES_LOCK_MS / 1000})`);
    }
  }
  /* oxlint-enable no-await-in-loop */
}

/** How many migrations the database has; 0 where it has no ledger. Fails where the role may not read the ledger's schema. */
async function appliedSteps(session: Session): Promise<number> {
  const [row] = await rowsOf(session, `SELECT to_regclass('${SCHEMA}.migrations') IS NOT NULL AS there`);
  if (!row?.['there']) return 0;
  const [count] = await rowsOf(session, 'SELECT COUNT(*) AS applied FROM migrations');
  return Number(count?.['applied']);
}

async function rowsOf(session: Session, sql: string): Promise<Record<string, unknown>[]> {
  const result = await session.query(sql);
  return Array.isArray(result) ? [] : result.rows;
}

function alreadyThere(): LedgerError {
  return new LedgerError('the database has a ledger already, and it stays as it is: none was made', { code: 'exists' });
}

function missing(): LedgerError {
  return new LedgerError(
    'the database has no ledger. Is it the right one? Only if there never was one, make it: npx rewards ledger create, with the same --db or REWARDS_DB',
    { code: 'missing' },
  );
}
