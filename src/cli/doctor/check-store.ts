import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { withAdvice } from '../../ledger/postgres/failure.ts';
import { SEE_RESTORED } from '../../ledger/index.ts';
import { migrations } from '../../ledger/schema.ts';
import { isCopy } from '../../ledger/sqlite/copies.ts';
import { requireLedger } from '../../ledger/sqlite/database.ts';
import { ledgerError } from '../../ledger/sqlite/failure.ts';
import { whyNoLedger } from '../../ledger/sqlite/files.ts';
import { requireAccess } from '../../ledger/sqlite/place.ts';
import { claimTime } from '../../ledger/claims/claim-id.ts';
import { readPostgresUrl } from '../postgres-url.ts';
import { claimCount } from '../claims/text.ts';
import type { OptionValues } from '../command.ts';
import { isPostgres, readStore, type Store } from '../store.ts';
import type { Checked } from './check-config.ts';
import { checkKeyUse } from './check-key-use.ts';
import { checkPrivate } from './check-private.ts';
import { checkRules, type Rows } from './check-rules.ts';
import { checkUse } from './check-use.ts';
import { type Findings, CHECK_LIMIT_MS, withinCheckLimit } from '../../common/finding.ts';
import { messageOf } from '../../common/message-of.ts';
import { isoTime } from '../../common/iso-time.ts';

/** The expected rules and services, and where to report. */
interface StoreChecks extends Pick<Checked, 'rules' | 'services'> {
  findings: Findings;
}

const MIN_FREE_BYTES = 500 * 1024 * 1024;
/** SQLite's log is half as large at most where nobody keeps it from being written into the file. */
const MANY_LOG_BYTES = 100_000_000;
const CLOCK_TOLERANCE_MS = 60_000;
/** The encodings in which a database takes every text; the second takes text as bytes. */
const HOLDS_ALL = new Set(['UTF8', 'SQL_ASCII']);
const KNOWN_STEPS = migrations({ integer: '', table: '' }).length;

/** Checks the ledger without creating a ledger or a claim. */
export async function checkStore(
  options: OptionValues,
  expected: Pick<Checked, 'rules' | 'services'>,
  findings: Findings,
): Promise<void> {
  const { fail } = findings.of('ledger');
  try {
    const store = readStore(options);
    if (isPostgres(store.name))
      await checkPostgres(options['db'] ?? process.env['REWARDS_DB'] ?? '', store, { ...expected, findings });
    else await checkSqlite(store.name, { ...expected, findings });
  } catch (error) {
    fail(`the ledger cannot be read: ${withAdvice(messageOf(error))}`);
  }
}

async function checkSqlite(path: string, { rules, services, findings }: StoreChecks): Promise<void> {
  const { ok, warn, fail } = findings.of('ledger');
  const folder = dirname(path);
  if (!existsSync(folder)) return fail(`the folder ${folder} is not there: make it, or correct --db`);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES) warn(`${folder} has only ${Math.round((bavail * bsize) / 1e6)} MB left`);
  const problem = whyNoLedger(path);
  if (problem) return fail(problem.message);
  requireAccess(path);
  const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logBytes > MANY_LOG_BYTES) {
    warn(
      `${path}-wal has grown to ${Math.round(logBytes / 1e6)} MB, because another program reads the ledger for long, such as a shell of SQLite that was left open: end it`,
    );
  }

  checkPrivate(path, warn);
  const database = new DatabaseSync(path, { readOnly: true, timeout: CHECK_LIMIT_MS });
  try {
    const rows: Rows = async (sql, ...params) => database.prepare(sql).all(...params);
    const steps = Number((await rows('PRAGMA user_version'))[0]?.['user_version']);
    if (steps === 0) requireLedger(database, path);
    const isOfThisVersion = checkSchema(steps, path, { isBackup: isCopy(database), findings });
    const damage = (await rows('PRAGMA quick_check(1)'))[0]?.['quick_check'];
    if (damage !== 'ok') fail(`${path} is damaged (${String(damage)}): stop the proxy, and restore a backup`);
    else ok(`${path} is whole`);
    if (!isOfThisVersion) return;
    const journal = (await rows('PRAGMA journal_mode'))[0]?.['journal_mode'];
    if (journal !== 'wal')
      warn(`${path} is not written ahead (journal mode ${String(journal)}): rewards serve sets that right`);
    await checkClaims(rows, findings);
    await checkKeyUse(rows, services, findings);
    await checkRules(rows, rules, findings);
    if (damage === 'ok') await checkUse(readStore({ db: path }), findings);
  } catch (error) {
    throw ledgerError(path, error);
  } finally {
    database.close();
  }
}

async function checkPostgres(url: string, store: Store, looked: StoreChecks): Promise<void> {
  const { name, connectionString } = readPostgresUrl(url);
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CHECK_LIMIT_MS,
    query_timeout: CHECK_LIMIT_MS,
  });
  client.on('error', () => {});
  await withinCheckLimit(`connecting to ${name}`, client.connect());
  let isUsable = false;
  try {
    // All settings end with the transaction: behind a pooler, others use the session afterwards.
    await client.query('BEGIN READ ONLY');
    isUsable = await checkServerAndLedger(client, name, looked);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  if (isUsable) await checkUse(store, looked.findings);
}

/** Checks the server and its ledger, within a transaction. Resolves with whether the ledger can be used. */
async function checkServerAndLedger(
  client: Client,
  name: string,
  { rules, services, findings }: StoreChecks,
): Promise<boolean> {
  const rows: Rows = async (sql, ...params) => {
    let count = 0;
    const numbered = sql.replaceAll('?', () => `$${(count += 1)}`);
    return (await client.query<Record<string, unknown>>(numbered, params)).rows;
  };
  if (!(await checkServer(rows, name, findings))) return false;
  await client.query('SET LOCAL search_path = rewards');
  const [server] = await rows(`SELECT COUNT(*) AS steps, current_setting('server_version') AS version FROM migrations`);
  if (!checkSchema(Number(server?.['steps']), name, { isBackup: false, findings })) return false;
  findings.of('ledger').ok(`${name} answers (PostgreSQL ${String(server?.['version'])})`);
  await checkClaims(rows, findings);
  await checkKeyUse(rows, services, findings);
  await checkRules(rows, rules, findings);
  return true;
}

/** Whether the server has a ledger. */
async function checkServer(rows: Rows, name: string, findings: Findings): Promise<boolean> {
  const { warn, fail } = findings.of('ledger');
  const [server] = await rows(
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
            current_setting('server_encoding') AS encoding, extract(epoch FROM clock_timestamp()) * 1000 AS now, to_regclass('rewards.migrations') IS NOT NULL AS there`,
  );
  if (server?.['fsync'] === 'off')
    warn('fsync is off: after a crash of the server claims are forgotten, and can be paid twice. Turn it on');
  const encoding = String(server?.['encoding']);
  if (!HOLDS_ALL.has(encoding)) {
    warn(
      `${name} has the encoding ${encoding}: a claim with a text that it has no letters for fails. Keep the ledger in a database with the encoding UTF8`,
    );
  }
  const offMs = Math.abs(Number(server?.['now']) - Date.now());
  if (offMs > CLOCK_TOLERANCE_MS)
    warn(`the clocks of the database and of this machine are ${Math.round(offMs / 1000)} seconds apart`);
  if (server?.['there'] === true) return true;
  fail(
    `${name} (${String(server?.['version'])}) has no ledger: correct --db, or where there never was one, npx rewards ledger create`,
  );
  return false;
}

/** Whether the tables have this version's schema, so that the other checks can query them. `isBackup`: it is a copy that nobody has opened. */
function checkSchema(
  steps: number,
  name: string,
  { isBackup, findings }: { isBackup: boolean; findings: Findings },
): boolean {
  const { warn, fail } = findings.of('ledger');
  if (steps > KNOWN_STEPS) fail(`${name} was written by a newer version of rewards-elements: use that one`);
  else if (steps === 0) fail(`${name} is no ledger: correct --db`);
  else if (steps < KNOWN_STEPS && isBackup)
    fail(`it takes no claims: ${name} is a backup from an older version: ${SEE_RESTORED}`);
  else if (steps < KNOWN_STEPS)
    warn(`${name} is from an older version: rewards serve brings it up to date. Make a backup first`);
  return steps === KNOWN_STEPS;
}

async function checkClaims(rows: Rows, findings: Findings): Promise<void> {
  const { ok, warn } = findings.of('claims');
  const now = Date.now();
  const [unknown] = await rows(
    `SELECT COUNT(DISTINCT claim_id) AS count, MIN(claim_id) AS oldest FROM grants WHERE state = 'unknown'`,
  );
  const [late] = await rows(
    `SELECT COUNT(DISTINCT claim_id) AS count FROM grants WHERE (state = 'reserved' OR state = 'sent') AND deadline < ?`,
    now - CLOCK_TOLERANCE_MS,
  );
  const pending = Number(unknown?.['count']);
  if (pending > 0) {
    const since = isoTime(claimTime(String(unknown?.['oldest'])));
    warn(
      `${countOf(pending)} with an unknown outcome, the oldest of ${since}: see rewards claims list --state unknown`,
    );
  } else ok('none has an unknown outcome');
  if (Number(late?.['count']) > 0) {
    warn(
      `${countOf(Number(late?.['count']))} in flight past the deadline: is the proxy running? It settles them by itself`,
    );
  }
}

function countOf(count: number): string {
  return `${claimCount(count)} ${count === 1 ? 'is' : 'are'}`;
}
