import assert from 'node:assert/strict';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import type { Ledger } from '../../src/ledger/index.ts';
import { openStore } from '../crash/store.ts';
import { DAY, NOON, request } from '../ledger/requests.ts';
import { startPostgres } from '../support/postgres.ts';
import { folderWith, run, start } from './command.ts';
import { stubService } from './stub-service.ts';

const KEY = 'canary-key-0123456789';

function config(...origins: string[]): string {
  return `import { defineConfig, env } from 'rewards-elements/proxy';
export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
  origins: ${JSON.stringify(origins)},
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
});`;
}

/** A folder with a config and a key file before a service that answers, and how `doctor` is run there. */
async function site(t: TestContext, ...origins: string[]) {
  const service = await stubService(t);
  const cwd = await folderWith(t, {
    'rewards.config.ts': config(...(origins.length > 0 ? origins : ['https://example.org'])),
    key: `${KEY}\n`,
  });
  await chmod(join(cwd, 'key'), 0o600);
  const env = { REWARDS_BASE_URL: service.url, REWARDS_API_KEY_FILE: join(cwd, 'key') };
  const doctor = (...args: string[]) => run(['doctor', ...args], { cwd, env });
  return { cwd, env, service, doctor };
}

async function fill(path: string, use: (ledger: Ledger) => Promise<unknown>): Promise<void> {
  const ledger = openStore(path);
  await use(ledger);
  await ledger.close();
}

describe('rewards doctor', { concurrency: true }, () => {
  it('finds nothing wrong where nothing is, and spends nothing', async (t) => {
    const { cwd, doctor, service } = await site(t);
    await fill(join(cwd, 'rewards.db'), (ledger) => ledger.check());
    const { code, stdout, stderr } = await doctor();
    assert.deepEqual([code, stderr], [0, '']);
    assert.doesNotMatch(stdout, /^(warn|fail)/m);
    assert.match(stdout, /^ok {4}config .*rewards\.config\.ts is valid: 1 action$/m);
    assert.match(stdout, /^ok {4}ledger .*rewards\.db is whole$/m);
    assert.deepEqual(
      service.calls.map(({ method, path, headers }) => [method, path, headers['x-api-key']]),
      [['GET', '/', undefined]],
    );
  });

  it('never shows the key, and never makes a ledger', async (t) => {
    const { cwd, doctor } = await site(t);
    const { code, stdout, stderr } = await doctor('--format', 'json');
    assert.equal(code, 0);
    assert.ok(!(stdout + stderr).includes(KEY));
    const findings: { level: string; check: string; text: string }[] = JSON.parse(stdout);
    assert.ok(findings.some(({ level, text }) => level === 'warn' && /is not there yet/.test(text)));
    await assert.rejects(stat(join(cwd, 'rewards.db')));
  });

  it('names each mistake in the config', async (t) => {
    const { cwd, doctor } = await site(t);
    await writeFile(join(cwd, 'rewards.config.ts'), 'export default { orgins: [] };');
    const { code, stdout, stderr } = await doctor();
    assert.deepEqual([code, stderr], [1, 'rewards: 3 checks failed\n']);
    assert.match(stdout, /^fail {2}config .*has an unknown key 'orgins'; did you mean 'origins'\?$/m);
  });

  it('finds a key that others can read, that has quotes, or that is not there', async (t) => {
    const { cwd, doctor } = await site(t);
    await chmod(join(cwd, 'key'), 0o644);
    assert.match((await doctor()).stdout, /^warn {2}key .*can be read by others \(mode 644\): chmod 600/m);
    await writeFile(join(cwd, 'key'), `"${KEY}"`);
    assert.match((await doctor()).stdout, /^fail {2}key .*has quotes around it/m);
    await writeFile(join(cwd, 'key'), '');
    assert.match((await doctor()).stdout, /^fail {2}key .*it is empty/m);
  });

  it('finds the key in a built site', async (t) => {
    const { cwd, doctor } = await site(t);
    await mkdir(join(cwd, 'public', 'assets'), { recursive: true });
    await writeFile(join(cwd, 'public', 'assets', 'app.js'), `const key="${KEY}"`);
    await writeFile(join(cwd, 'public', 'env.js'), 'process.env.REWARDS_API_KEY');
    const { code, stdout } = await doctor('--site', 'public');
    assert.equal(code, 1);
    assert.match(stdout, /^fail {2}site .*app\.js holds the API key/m);
    assert.match(stdout, /^warn {2}site .*env\.js names REWARDS_API_KEY/m);
    assert.ok(!stdout.includes(KEY));
    assert.match((await doctor('--site', 'nowhere')).stdout, /^fail {2}site .*nowhere cannot be searched/m);
  });

  it('says what is doubtful about the sites', async (t) => {
    const { doctor } = await site(t, 'https://example.org', 'http://localhost:5173', 'http://example.net');
    const { stdout } = await doctor();
    assert.match(stdout, /^warn {2}origins {2}http:\/\/example\.net has no TLS/m);
    assert.match(stdout, /^warn {2}origins {2}http:\/\/localhost:5173 is for development/m);
  });

  it('says which address to register at the platform that members sign in with', async (t) => {
    const { cwd, doctor } = await site(t);
    const path = join(cwd, 'rewards.config.ts');
    const platform = `platform: { preset: 'discord', origin: 'https://example.org', clientId: '1',
      clientSecret: 'of the application', secrets: ['a secret of thirty-two bytes or more'] },`;
    await writeFile(path, config('https://example.org').replace('  origins:', `  ${platform}\n  origins:`));
    const { stdout } = await doctor();
    assert.match(stdout, /^ok {4}platform .* is https:\/\/example\.org\/rewards\/sign-in\/callback$/m);
    assert.doesNotMatch(stdout, /thirty-two|of the application/);
  });

  it('finds a service that cannot be reached', async (t) => {
    const { cwd, env } = await site(t);
    const unknown = { ...env, REWARDS_BASE_URL: 'https://service.invalid' };
    assert.match(
      (await run(['doctor'], { cwd, env: unknown })).stdout,
      /^fail {2}service {2}service\.invalid cannot be found/m,
    );
    const closed = { ...env, REWARDS_BASE_URL: 'http://127.0.0.1:1' };
    assert.match(
      (await run(['doctor'], { cwd, env: closed })).stdout,
      /^fail {2}service {2}127\.0\.0\.1:1 cannot be reached/m,
    );
  });

  it('finds claims that wait for a decision, and a clock that is behind', async (t) => {
    const { cwd, doctor } = await site(t);
    const now = Date.now() + DAY;
    await fill(join(cwd, 'rewards.db'), async (ledger) => {
      const lost = await ledger.reserve(request({ memberId: 'a' }));
      assert.ok('claim' in lost);
      await ledger.settle(lost.claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      await ledger.reserve(request({ memberId: 'b', now: NOON + 1 }));
      await ledger.reserve(request({ memberId: 'c', now }));
    });
    const { stdout } = await doctor();
    assert.match(
      stdout,
      /^warn {2}claims {3}1 claim is with an unknown outcome, the oldest of 2026-11-20T12:00:00\.000Z/m,
    );
    assert.match(stdout, /^warn {2}claims {3}1 claim is in flight past the deadline/m);
    assert.match(stdout, /^fail {2}claims {3}this machine's clock is \d+ seconds behind the newest claim/m);
  });

  it('finds a file that is damaged, newer, or no ledger, and leaves it as it is', async (t) => {
    const { cwd, doctor } = await site(t);
    const path = join(cwd, 'rewards.db');
    await writeFile(path, 'this is no database, but long enough to be looked at as one '.repeat(40), { mode: 0o644 });
    const { stdout } = await doctor();
    assert.match(stdout, /^warn {2}ledger .*can be read by others \(mode 644\)/m);
    assert.match(stdout, /^fail {2}ledger {3}the ledger cannot be read: file is not a database/m);

    const other = join(cwd, 'other.db');
    const db = new DatabaseSync(other);
    db.exec('CREATE TABLE notes (note TEXT)');
    assert.match((await doctor('--db', other)).stdout, /^fail {2}ledger .*other\.db is no ledger: correct --db$/m);
    db.exec('PRAGMA user_version = 99');
    assert.match((await doctor('--db', other)).stdout, /^fail {2}ledger .*was written by a newer version/m);
    db.close();
  });

  it('asks a running proxy as a browser would', async (t) => {
    const { cwd, env, doctor } = await site(t, 'https://example.org', 'https://example.net');
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
    const url = await proxy.url();
    const { code, stdout } = await doctor('--url', `${url}/rewards`);
    assert.equal(code, 0);
    assert.match(stdout, /^ok {4}proxy .* is well$/m);
    assert.match(stdout, /^ok {4}proxy {4}pages of https:\/\/example\.net may use it$/m);

    await writeFile(join(cwd, 'other.config.ts'), config('https://elsewhere.example'));
    const wrong = await doctor('--config', 'other.config.ts', '--url', `${url}/rewards`);
    assert.match(wrong.stdout, /^fail {2}proxy {4}pages of https:\/\/elsewhere\.example may not use it/m);
    assert.match(
      (await doctor('--url', url)).stdout,
      /^fail {2}proxy .*\/health answers 404: is the path the proxy's mount\?/m,
    );
    assert.match((await doctor('--url', 'example.org')).stdout, /^fail {2}proxy {4}--url must be/m);
  });

  it('looks at a ledger on PostgreSQL', async (t) => {
    await using server = await startPostgres();
    const db = await server.createDatabase();
    const { doctor } = await site(t);
    assert.match((await doctor('--db', db)).stdout, /^warn {2}ledger .*has no ledger yet: rewards serve makes it$/m);
    await fill(db, (ledger) => ledger.reserve(request()));
    const { stdout } = await doctor('--db', db);
    assert.match(stdout, /^ok {4}ledger .* answers \(PostgreSQL 18/m);
    assert.match(stdout, /^warn {2}claims {3}1 claim is in flight past the deadline/m);
    const wrong = await doctor('--db', db.replace('postgres:postgres@', 'postgres:s3cr3t@'));
    assert.equal(wrong.code, 1);
    assert.doesNotMatch(wrong.stdout + wrong.stderr, /s3cr3t/);
  });
});
