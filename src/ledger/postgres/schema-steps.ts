import { migrate, NOTE_STEP } from '../migrate.ts';
import { LedgerError } from '../port.ts';
import { migrations, missingSteps, POSTGRES } from '../schema.ts';
import { carryOut } from './carry-out.ts';
import type { Connections, Session } from './connections.ts';
import { Execution } from './execution.ts';
import { LOCK_NOT_AVAILABLE, postgresCode } from './failure.ts';
import { type Bounds, DURABLE, SCHEMA, SLACK_MS } from './limits.ts';

const STEPS = migrations(POSTGRES);
/** For another process to bring the schema up to date. */
const MIGRATION_LOCK_MS = 60_000;
/** For the largest of ledgers: a step that is broken off would begin anew with each start. */
const STEP_MS = 6 * 3_600_000;

/** Less than PostgreSQL waits before it looks for a deadlock, one second: with what is under way there is none, whatever the order. */
const TABLES_LOCK_MS = 300;

/** Makes a ledger in a database that has none. Throws `LedgerError`. */
export function createSchema(connections: Connections, unhurried: Bounds): Promise<void> {
  return applySteps(connections, unhurried, { create: true });
}

/** Applies what the schema lacks, which may take its time, once it is known that something does. Throws `LedgerError` where there is no ledger. */
export async function bringUpToDate(
  connections: Connections,
  { prompt, unhurried }: { prompt: Bounds; unhurried: Bounds },
): Promise<void> {
  const isUpToDate = await connections.use(prompt, async (session) => {
    await session.query(`BEGIN READ ONLY; ${prompt.settings}`);
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
      `BEGIN; ${unhurried.settings}, ${DURABLE}; SET LOCAL lock_timeout = ${MIGRATION_LOCK_MS}; SET LOCAL statement_timeout = ${STEP_MS}`,
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

/** With the schema, unless somebody has made it: a role may own the schema that may make none, not even one that is there. */
async function createTableOfSteps(session: Session): Promise<void> {
  const [row] = await rowsOf(session, `SELECT to_regnamespace('${SCHEMA}') IS NOT NULL AS there`);
  if (!row?.['there']) await session.query(`CREATE SCHEMA ${SCHEMA}`);
  await session.query('CREATE TABLE IF NOT EXISTS migrations (step BIGINT PRIMARY KEY)');
}

/**
 * Waits until nobody uses the ledger's tables. A step would lock them as it comes to each, and hold one that a claim which is under way still
 * needs, while it waits for one that this claim has. So all are locked at once, or none: between the tries claims go on, also while somebody reads
 * for long. Not the table of steps, which who starts meanwhile looks at.
 */
async function lockTables(session: Session): Promise<void> {
  const tables = await rowsOf(
    session,
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = '${SCHEMA}'::regnamespace AND relkind = 'r' AND relname <> 'migrations' AND pg_has_role(relowner, 'USAGE')`,
  );
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => String(name)).join(', ');
  const latest = performance.now() + MIGRATION_LOCK_MS;
  /* oxlint-disable no-await-in-loop -- one try after the other */
  for (;;) {
    await session.query(`SAVEPOINT tables; SET LOCAL lock_timeout = ${TABLES_LOCK_MS}`);
    try {
      await session.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
      await session.query(`SET LOCAL lock_timeout = ${MIGRATION_LOCK_MS}`);
      return;
    } catch (error) {
      if (postgresCode(error) !== LOCK_NOT_AVAILABLE || performance.now() > latest) throw error;
      await session.query(`ROLLBACK TO SAVEPOINT tables; SELECT pg_sleep(${TABLES_LOCK_MS / 1000})`);
    }
  }
  /* oxlint-enable no-await-in-loop */
}

/** How many steps of the schema the database has; none where it has no ledger. Fails where the role may not look into the ledger's schema. */
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
