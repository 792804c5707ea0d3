import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { migrations } from '../../ledger/schema.ts';
import { claimTime } from '../../ledger/claim-id.ts';
import { isPostgres, readStore } from '../store.ts';
import { type Findings, LIMIT_MS, messageOf, within } from './finding.ts';

const LEAST_FREE_BYTES = 500 * 1024 * 1024;
const CLOCK_TOLERANCE_MS = 60_000;
const KNOWN_STEPS = migrations({ integer: '', table: '' }).length;

type Rows = (sql: string, ...params: number[]) => Promise<Record<string, unknown>[]>;

/** Looks at the ledger without making or changing anything in it. */
export async function checkStore(db: string | undefined, findings: Findings): Promise<void> {
  const { fail } = findings.of('ledger');
  try {
    const { name } = readStore(db);
    if (isPostgres(name)) await checkPostgres(db ?? process.env['REWARDS_DB'] ?? '', name, findings);
    else await checkSqlite(name, findings);
  } catch (error) {
    fail(`the ledger cannot be read: ${messageOf(error)}`);
  }
}

async function checkSqlite(path: string, findings: Findings): Promise<void> {
  const { ok, warn, fail } = findings.of('ledger');
  const folder = dirname(path);
  if (!existsSync(folder)) return fail(`the folder ${folder} is not there: make it, or correct --db`);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < LEAST_FREE_BYTES) warn(`${folder} has only ${Math.round((bavail * bsize) / 1e6)} MB left`);
  if (!existsSync(path)) return warn(`${path} is not there yet: rewards serve makes it`);

  const mode = (await stat(path)).mode & 0o777;
  if (mode & 0o077) warn(`${path} can be read by others (mode ${mode.toString(8)}): chmod 600 ${path}`);
  const database = new DatabaseSync(path, { readOnly: true, timeout: LIMIT_MS });
  try {
    const rows: Rows = async (sql, ...params) => database.prepare(sql).all(...params);
    const steps = Number((await rows('PRAGMA user_version'))[0]?.['user_version']);
    if (!checkSchema(steps, path, findings)) return;
    const journal = (await rows('PRAGMA journal_mode'))[0]?.['journal_mode'];
    if (journal !== 'wal')
      warn(`${path} is not written ahead (journal mode ${String(journal)}): rewards serve sets that right`);
    const damage = (await rows('PRAGMA quick_check(1)'))[0]?.['quick_check'];
    if (damage !== 'ok') fail(`${path} is damaged (${String(damage)}): stop the proxy, and restore a backup`);
    else ok(`${path} is whole`);
    await checkClaims(rows, findings);
  } finally {
    database.close();
  }
}

async function checkPostgres(connectionString: string, name: string, findings: Findings): Promise<void> {
  const { ok, warn } = findings.of('ledger');
  const client = new Client({ connectionString, connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS });
  client.on('error', () => {});
  await within(`connecting to ${name}`, client.connect());
  try {
    const rows: Rows = async (sql, ...params) => {
      let count = 0;
      const numbered = sql.replaceAll('?', () => `$${(count += 1)}`);
      return (await client.query<Record<string, unknown>>(numbered, params)).rows;
    };
    await client.query('SET default_transaction_read_only = on');
    const [server] = await rows(
      `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS sync,
              extract(epoch FROM clock_timestamp()) * 1000 AS now, to_regclass('rewards.migrations') IS NOT NULL AS there`,
    );
    for (const [setting, value] of [
      ['fsync', server?.['fsync']],
      ['synchronous_commit', server?.['sync']],
    ] as const) {
      if (value === 'off')
        warn(`${setting} is off: after a crash of the server claims are forgotten, and can be paid twice. Turn it on`);
    }
    const offMs = Math.abs(Number(server?.['now']) - Date.now());
    if (offMs > CLOCK_TOLERANCE_MS)
      warn(`the clocks of the database and of this machine are ${Math.round(offMs / 1000)} seconds apart`);
    if (server?.['there'] !== true)
      return warn(`${name} (${String(server?.['version'])}) has no ledger yet: rewards serve makes it`);
    await client.query('SET search_path = rewards');
    if (!checkSchema(Number((await rows('SELECT COUNT(*) AS steps FROM migrations'))[0]?.['steps']), name, findings))
      return;
    ok(`${name} answers (PostgreSQL ${String(server['version'])})`);
    await checkClaims(rows, findings);
  } finally {
    await client.end();
  }
}

/** Whether the tables are as this version has them, so that more can be asked. */
function checkSchema(steps: number, name: string, findings: Findings): boolean {
  const { warn, fail } = findings.of('ledger');
  if (steps > KNOWN_STEPS) fail(`${name} was written by a newer version of rewards-elements: use that one`);
  else if (steps === 0) fail(`${name} is no ledger: correct --db`);
  else if (steps < KNOWN_STEPS)
    warn(`${name} is from an older version: rewards serve brings it up to date. Make a backup first`);
  return steps === KNOWN_STEPS;
}

async function checkClaims(rows: Rows, findings: Findings): Promise<void> {
  const { ok, warn, fail } = findings.of('claims');
  const now = Date.now();
  const [unknown] = await rows(
    `SELECT COUNT(DISTINCT claim_id) AS count, MIN(claim_id) AS oldest FROM grants WHERE state = 'unknown'`,
  );
  const [late] = await rows(
    `SELECT COUNT(*) AS count FROM grants WHERE (state = 'reserved' OR state = 'sent') AND deadline < ?`,
    now - CLOCK_TOLERANCE_MS,
  );
  const [newest] = await rows('SELECT MAX(id) AS id FROM claims');
  const pending = Number(unknown?.['count']);
  if (pending > 0) {
    const since = new Date(claimTime(String(unknown?.['oldest']))).toISOString();
    warn(
      `${countOf(pending)} with an unknown outcome, the oldest of ${since}: see rewards claims list --state unknown`,
    );
  } else ok('none has an unknown outcome');
  if (Number(late?.['count']) > 0) {
    warn(
      `${countOf(Number(late?.['count']))} in flight past the deadline: is the proxy running? It settles them by itself`,
    );
  }
  const id = newest?.['id'];
  const aheadMs = typeof id === 'string' ? claimTime(id) - now : 0;
  if (aheadMs > CLOCK_TOLERANCE_MS) {
    fail(
      `this machine's clock is ${Math.round(aheadMs / 1000)} seconds behind the newest claim, so no claims are taken: set it right`,
    );
  }
}

function countOf(count: number): string {
  return count === 1 ? '1 claim is' : `${count} claims are`;
}
