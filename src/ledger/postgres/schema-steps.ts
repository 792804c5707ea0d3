import { migrate, NOTE_STEP } from '../migrate.ts';
import { LedgerError } from '../port.ts';
import { migrations, missingSteps, POSTGRES } from '../schema.ts';
import { carryOut } from './carry-out.ts';
import type { Connections, Session } from './connections.ts';
import { Execution } from './execution.ts';
import { type Bounds, DURABLE, SCHEMA, SLACK_MS } from './limits.ts';

const STEPS = migrations(POSTGRES);
/** For another process to bring the schema up to date. */
const MIGRATION_LOCK_MS = 60_000;
/** For the largest of ledgers: a step that is broken off would begin anew with each start. */
const STEP_MS = 6 * 3_600_000;

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
      await session.query(
        `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}; CREATE TABLE IF NOT EXISTS migrations (step BIGINT PRIMARY KEY)`,
      );
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
