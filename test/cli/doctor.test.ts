import assert from 'node:assert/strict';
import { chmod, mkdir, stat, truncate, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { Client } from 'pg';
import type { Ledger } from '../../src/ledger/index.ts';
import { createStore, openStore } from '../crash/store.ts';
import { DAY, request } from '../../src/ledger/conformance/requests.ts';
import { until } from '../proxy/support/transport.ts';
import { envelope, rawServer, reply } from '../service/raw-server.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { smallDisk } from '../support/databases/small-disk.ts';
import { startRelay } from '../support/http/relay.ts';
import { serve } from '../support/http/serve.ts';
import { folderWith, run, start } from './command.ts';
import { stubService } from './stub-service.ts';

const KEY = 'canary-key-0123456789';

function config(...origins: string[]): string {
  return `import { defineConfig, env } from 'rewards-proxy';
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

/** What a client says to end its session. */
const TERMINATE = Buffer.from('5800000004', 'hex');

/** A query that notes the settings of the session it is asked in. */
const NOTE_SESSION = (() => {
  const settings = `current_setting('default_transaction_read_only'), current_setting('search_path')`;
  const query = Buffer.from(`INSERT INTO public.sessions SELECT ${settings}\0`);
  const head = Buffer.from('Q0000');
  head.writeInt32BE(query.length + 4, 1);
  return Buffer.concat([head, query]);
})();

async function fill(path: string, use: (ledger: Ledger) => Promise<unknown>): Promise<void> {
  await createStore(path);
  const ledger = openStore(path);
  await use(ledger);
  await ledger.close();
}

describe('rewards doctor', { concurrency: true }, () => {
  it('reads the lists of members that the config names', async (t) => {
    const { cwd, doctor } = await site(t);
    await writeFile(
      join(cwd, 'rewards.config.ts'),
      config('https://example.org').replace("remark: '", "verify: { type: 'list', file: 'guests.csv' }, remark: '"),
    );
    await writeFile(join(cwd, 'guests.csv'), 'id\nnobody\n');
    const { stdout } = await doctor();
    assert.match(stdout, /^fail {2}config .*actions\.daily\.verify\.file: .*guests\.csv cannot be used: line 2 is no/m);
    assert.match(stdout, /^ok {4}config .*is valid: 1 action$/m);
  });

  it('finds nothing wrong where nothing is, and spends nothing', async (t) => {
    const { cwd, doctor, service } = await site(t);
    await fill(join(cwd, 'rewards.db'), (ledger) => ledger.check());
    const { code, stdout, stderr } = await doctor();
    assert.deepEqual([code, stderr], [0, '']);
    assert.doesNotMatch(stdout, /^(warn|fail)/m);
    assert.match(stdout, /^ok {4}config .*rewards\.config\.ts is valid: 1 action$/m);
    assert.match(stdout, /^ok {4}ledger .*rewards\.db is whole$/m);
    assert.match(stdout, /^ok {4}ledger {3}it has no claims yet\nok {4}ledger {3}it takes claims: /m);
    assert.match(
      stdout,
      /^ok {4}key {6}whether the service takes the key of service cannot be tested, .* the first claim shows$/m,
    );
    assert.deepEqual(
      service.calls.map(({ method, path, headers }) => [method, path, headers['x-api-key']]),
      [['GET', '/', undefined]],
    );
  });

  it('finds a pattern that takes two ways to write one id for two members', async (t) => {
    const found = async (ids: string) => {
      const { cwd, doctor } = await site(t);
      const settings = config('https://example.org').replace('origins:', () => `memberIds: ${ids}, origins:`);
      await writeFile(join(cwd, 'rewards.config.ts'), settings);
      return (await doctor()).stdout;
    };
    assert.match(
      await found(`{ pattern: '[0-9]{1,9}' }`),
      /^warn {2}config .*memberIds\.pattern takes 12345678, 012345678 for 2 members/m,
    );
    assert.doesNotMatch(await found(`{ pattern: '[0-9]{1,9}', canonical: 'as-written' }`), /memberIds/);
  });

  it('finds an action that repeats by another rule than when it was claimed', async (t) => {
    const { cwd, doctor } = await site(t);
    const path = join(cwd, 'rewards.db');
    const now = Date.now();
    await fill(path, (ledger) => ledger.reserve(request({ rule: { repeats: 'weekly', timeZone: 'Asia/Tokyo' }, now })));
    const changed = await doctor();
    assert.equal(changed.code, 0);
    assert.match(
      changed.stdout,
      /^warn {2}rules {4}daily repeats daily in UTC now, and did weekly in Asia\/Tokyo when it was claimed: each can claim again once/m,
    );
    const db = new DatabaseSync(path);
    assert.equal(db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'claims_of_member'").get(), undefined);
    db.close();

    const ledger = openStore(path);
    await ledger.reserve(request({ rule: { repeats: 'once' }, now, memberId: 'another' }));
    await ledger.close();
    const impossible = await doctor();
    assert.equal(impossible.code, 1);
    assert.match(
      impossible.stdout,
      /^fail {2}rules {4}actions\.daily\.repeats: is daily in UTC now, but 1 claim was made when it was once/m,
    );
  });

  it('never shows the key, and never makes a ledger', async (t) => {
    const { cwd, doctor } = await site(t);
    const { code, stdout, stderr } = await doctor('--format', 'json');
    assert.equal(code, 1);
    assert.ok(!(stdout + stderr).includes(KEY));
    const findings: { level: string; check: string; text: string }[] = JSON.parse(stdout);
    assert.ok(
      findings.some(
        ({ level, text }) =>
          level === 'fail' && /^there is no ledger .*make it: npx rewards ledger create --db '/.test(text),
      ),
    );
    await assert.rejects(stat(join(cwd, 'rewards.db')));
  });

  it('names each mistake in the config', async (t) => {
    const { cwd, doctor } = await site(t);
    await writeFile(join(cwd, 'rewards.config.ts'), 'export default { orgins: [] };');
    const { code, stdout, stderr } = await doctor();
    assert.deepEqual([code, stderr], [1, 'rewards: 4 checks failed\n']);
    assert.match(stdout, /^fail {2}config .*has an unknown key 'orgins'; did you mean 'origins'\?$/m);
  });

  it('finds a key that others can read, that has quotes, or that is not there', async (t) => {
    const { cwd, doctor } = await site(t);
    await chmod(join(cwd, 'key'), 0o644);
    assert.match((await doctor()).stdout, /^warn {2}key .*can be read by others \(mode 644\): chmod 600/m);
    for (const quoted of [`"${KEY}"`, `“${KEY}”`]) {
      await writeFile(join(cwd, 'key'), quoted);
      assert.match((await doctor()).stdout, /^fail {2}key .*has quotes around it/m);
    }
    await writeFile(join(cwd, 'key'), `${KEY}\u200B`);
    assert.match((await doctor()).stdout, /^fail {2}key .*has characters that no key has: copy it again$/m);
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
    assert.match(stdout, /^fail {2}site .*app\.js contains the API key/m);
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
    const platform = `platform: { preset: 'discord', origin: 'https://example.org', pages: ['https://example.org/*'], clientId: '1',
      clientSecret: 'of the application', secrets: ['a secret of thirty-two bytes or more'] },`;
    await writeFile(path, config('https://example.org').replace('  origins:', `  ${platform}\n  origins:`));
    const { stdout } = await doctor();
    assert.match(stdout, /^ok {4}platform .* is https:\/\/example\.org\/rewards\/sign-in\/callback$/m);
    assert.doesNotMatch(stdout, /thirty-two|of the application/);
  });

  it('finds a service that cannot be reached', async (t) => {
    const { cwd, env } = await site(t);
    // Part of the name is too long for any: no name server is asked about it.
    const unknown = { ...env, REWARDS_BASE_URL: `https://${'x'.repeat(64)}.invalid` };
    assert.match(
      (await run(['doctor'], { cwd, env: unknown })).stdout,
      /^fail {2}service {2}x+\.invalid cannot be found/m,
    );
    const closed = { ...env, REWARDS_BASE_URL: 'http://127.0.0.1:1' };
    assert.match(
      (await run(['doctor'], { cwd, env: closed })).stdout,
      /^fail {2}service {2}127\.0\.0\.1:1 cannot be reached/m,
    );
  });

  it('finds claims that wait for a decision, and a clock that is behind', async (t) => {
    const { cwd, doctor } = await site(t);
    const now = Date.now();
    const lostAt = now - DAY;
    await fill(join(cwd, 'rewards.db'), async (ledger) => {
      const lost = await ledger.reserve(request({ memberId: 'a', now: lostAt }));
      assert.ok('claim' in lost);
      await ledger.settle(lost.claim.id, 0, { state: 'unknown', evidence: null }, lostAt);
      await ledger.reserve(request({ memberId: 'b', now: lostAt + 1 }));
      await ledger.reserve(request({ memberId: 'c', now: now + DAY }));
    });
    const { stdout } = await doctor();
    const oldest = new Date(lostAt).toISOString();
    assert.ok(stdout.includes(`\nwarn  claims   1 claim is with an unknown outcome, the oldest of ${oldest}`), stdout);
    assert.match(stdout, /^warn {2}claims {3}1 claim is in flight past the deadline/m);
    assert.match(stdout, /^fail {2}ledger {3}it takes no claims: the clock is \d+ seconds behind the newest claim/m);
  });

  it('says what is in the ledger, and that a backup of it takes no claims', async (t) => {
    const { cwd, doctor } = await site(t);
    const path = join(cwd, 'rewards.db');
    const at = Date.now() - 5000;
    await fill(path, (ledger) => ledger.reserve(request({ now: at })));
    const before = await doctor();
    assert.match(before.stdout, /^warn {2}ledger {3}no backup was ever made: see rewards backup/m);
    const copy = join(cwd, 'copy.db');
    assert.equal((await run(['backup', '--db', path, '--to', copy], { cwd })).code, 0);
    const { stdout } = await doctor();
    assert.ok(stdout.includes(`\nok    ledger   its newest claim is of ${new Date(at).toISOString()}\n`), stdout);
    assert.doesNotMatch(stdout, /no backup/);
    assert.match(stdout, /^ok {4}ledger {3}it takes claims/m);
    const ofCopy = await doctor('--db', copy);
    assert.equal(ofCopy.code, 1);
    assert.match(ofCopy.stdout, /^fail {2}ledger {3}it takes no claims: the ledger is a backup of 20/m);
  });

  it('tries a durable write, for which a full disk has no room', async (t) => {
    const disk = smallDisk(t, 6_000_000);
    if (!disk) return;
    const { doctor } = await site(t);
    const path = join(disk.path, 'rewards.db');
    await fill(path, (ledger) => ledger.reserve(request({ now: Date.now() })));
    disk.fill();
    const { code, stdout } = await doctor('--db', path);
    assert.equal(code, 1);
    assert.match(stdout, /^warn {2}ledger .* has only 0 MB left$/m);
    assert.match(stdout, /^fail {2}ledger /m);
    disk.clear();
    assert.match((await doctor('--db', path)).stdout, /^ok {4}ledger {3}it takes claims/m);
  });

  it('finds a file that is cut off', async (t) => {
    const { cwd, doctor } = await site(t);
    const path = join(cwd, 'rewards.db');
    await fill(path, async (ledger) => {
      for (let n = 0; n < 50; n += 1) await ledger.reserve(request({ memberId: `m${n}`, now: Date.now() }));
    });
    await truncate(path, (await stat(path)).size - 4096 * 3);
    assert.match((await doctor()).stdout, /^fail {2}ledger /m);
  });

  it('finds a file that is damaged, newer, or no ledger, and leaves it as it is', async (t) => {
    const { cwd, doctor } = await site(t);
    const path = join(cwd, 'rewards.db');
    await writeFile(path, 'this is no database, but long enough to be looked at as one '.repeat(40), { mode: 0o644 });
    const { stdout } = await doctor();
    assert.match(stdout, /^warn {2}ledger .*can be read by others \(mode 644\)/m);
    assert.match(
      stdout,
      /^fail {2}ledger {3}the ledger cannot be read: \S+: file is not a database\. Stop the proxy, and put a backup in its place$/m,
    );

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
    await createStore(join(cwd, 'rewards.db'));
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
    const url = await proxy.url();
    const { code, stdout } = await doctor('--url', `${url}/rewards`);
    assert.equal(code, 0);
    assert.match(stdout, /^ok {4}proxy .* is well$/m);
    assert.match(stdout, /^ok {4}proxy {4}claims reach it, and its refusals arrive$/m);
    assert.match(stdout, /^ok {4}proxy {4}pages of https:\/\/example\.net may use it$/m);

    await writeFile(join(cwd, 'other.config.ts'), config('https://elsewhere.example'));
    const wrong = await doctor('--config', 'other.config.ts', '--url', `${url}/rewards`);
    assert.match(wrong.stdout, /^fail {2}proxy {4}pages of https:\/\/elsewhere\.example may not use it/m);
    assert.match(
      (await doctor('--url', url)).stdout,
      /^fail {2}proxy .*\/health answers 404: a proxy is there, and its mount is another one/m,
    );
    assert.match((await doctor('--url', 'example.org')).stdout, /^fail {2}proxy {4}--url must be/m);
  });

  it('says so where a web server takes away what says that a claim is JSON', async (t) => {
    const { cwd, env, doctor, service } = await site(t, 'https://example.org');
    await createStore(join(cwd, 'rewards.db'));
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
    const own = await proxy.url();
    const front = await serve((incoming, outgoing) => {
      const { 'content-type': _, ...headers } = incoming.headers;
      const passed = httpRequest(own + incoming.url, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed);
    });
    t.after(front.close);
    const { code, stdout } = await doctor('--url', `${front.url}/rewards`);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^fail {2}proxy {4}every claim is refused: something in front of it takes the header Content-Type: /m,
    );
    assert.doesNotMatch(stdout, /claims reach it/);
    assert.equal(service.calls.filter(({ method }) => method === 'POST').length, 0);
  });

  it('names the origin of a page that the config lacks', async (t) => {
    const { cwd, env, doctor } = await site(t, 'https://example.org');
    await createStore(join(cwd, 'rewards.db'));
    const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
    const url = await proxy.url();
    const { code, stdout } = await doctor('--url', `${url}/rewards`, '--page', `${url}/rewards/openapi.json`);
    assert.equal(code, 1);
    assert.match(stdout, /^warn {2}page .* has no widget in its HTML/m);
    assert.ok(stdout.includes(`origins of the config lacks '${url}'`), stdout);
    assert.match(stdout, new RegExp(`^fail {2}proxy {4}pages of ${url} may not use it`, 'm'));
    assert.match((await doctor('--page', url)).stderr, /--page needs --url/);
  });

  it('finds what a web server sends of the folder of the proxy', async (t) => {
    const files: Record<string, string> = { '/a/': '<rewards-onchain action="daily"></rewards-onchain>' };
    const { url, close } = await serve(({ url: path = '' }, response) => {
      response.writeHead(path in files ? 200 : 404).end(files[path]);
    });
    t.after(close);
    const { doctor } = await site(t, 'https://example.org');
    const look = async () => (await doctor('--url', `${url}/rewards`, '--page', `${url}/a/`)).stdout;
    const clean = await look();
    assert.match(clean, /^ok {4}page .*\/a\/ has a widget$/m);
    assert.ok(clean.includes(`${url} sends nobody .env or rewards.db`), clean);
    // A site of one page answers every path with it.
    Object.assign(files, {
      '/.env': files['/a/'],
      '/a/.env': 'REWARDS_API_KEY=key',
      '/rewards.db': 'SQLite format 3\0',
    });
    const open = await look();
    assert.ok(open.includes(`everybody can read ${url}/a/.env: `), open);
    assert.ok(open.includes(`everybody can read ${url}/rewards.db: `), open);
    assert.ok(!open.includes(`${url}/.env`) && !open.includes('sends nobody'), open);
  });

  it('says that the service refused the key, by the ledger and by the running proxy, until it took one', async (t) => {
    let works = false;
    await using service = await rawServer({
      onRequest: (socket, got) =>
        socket.write(got.method === 'POST' && works ? reply(200, envelope(got)) : reply(401, '{"code":9}')),
    });
    const { cwd, env } = await site(t);
    await createStore(join(cwd, 'rewards.db'));
    const at = { cwd, env: { ...env, REWARDS_BASE_URL: `http://127.0.0.1:${service.port}` } };
    const proxy = start(t, ['serve', '--port', '0'], at);
    const url = `${await proxy.url()}/rewards`;
    const doctor = () => run(['doctor', '--url', url], at);
    const claim = (memberId: string) =>
      fetch(`${url}/actions/daily/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ memberId }),
      });

    assert.equal((await claim('284915730264819777')).status, 422);
    const wrong = await doctor();
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.stdout,
      /^fail {2}key {6}the service refused the key of service at 20.*Z, and has taken none since: check/m,
    );
    assert.match(
      wrong.stdout,
      /^fail {2}proxy {4}the service does not accept the API key: .*\/api-key create makes a new/m,
    );
    assert.equal(service.requests.filter(({ method }) => method === 'POST').length, 1);

    works = true;
    await writeFile(join(cwd, 'key'), `${KEY}-new`);
    proxy.child.kill('SIGHUP');
    await until(async () => (await claim('284915730264819778')).status === 201);
    const right = await doctor();
    assert.equal(right.code, 0);
    assert.match(right.stdout, /^ok {4}key {6}the service took the key of service last at 20.*Z$/m);
    assert.match(right.stdout, /^ok {4}proxy .* is well$/m);
  });

  it('looks at a ledger on PostgreSQL', async (t) => {
    await using server = await openDatabases();
    const db = await server.createDatabase();
    const { doctor } = await site(t);
    assert.match((await doctor('--db', db)).stdout, /^fail {2}ledger .*has no ledger: .*npx rewards ledger create$/m);
    await fill(db, (ledger) => ledger.reserve(request({ now: Date.now() - DAY })));
    const { stdout } = await doctor('--db', db);
    assert.match(stdout, /^ok {4}ledger .* answers \(PostgreSQL 18/m);
    assert.match(stdout, /^warn {2}claims {3}1 claim is in flight past the deadline/m);
    assert.match(stdout, /^ok {4}key {6}whether the service takes the key of service cannot be tested/m);
    const wrong = await doctor('--db', db.replace('postgres:postgres@', 'postgres:s3cr3t@'));
    assert.equal(wrong.code, 1);
    assert.doesNotMatch(wrong.stdout + wrong.stderr, /s3cr3t/);
  });

  it('leaves a session of PostgreSQL as it was: a pooler hands it to others', async (t) => {
    await using server = await openDatabases();
    const db = await server.createDatabase();
    await fill(db, (ledger) => ledger.check());
    const client = new Client(db);
    await client.connect();
    await using open = new AsyncDisposableStack();
    open.defer(() => client.end());
    await client.query('CREATE TABLE sessions (read_only TEXT, path TEXT)');
    const url = new URL(db);
    await using relay = await startRelay({ host: url.hostname, port: Number(url.port) });
    relay.toServer = (said) => (said.equals(TERMINATE) ? Buffer.concat([NOTE_SESSION, said]) : said);
    url.port = String(relay.port);
    const { doctor } = await site(t);
    const { code, stdout } = await doctor('--db', url.href);
    assert.equal(code, 0, stdout);
    const sessions = async () => (await client.query('SELECT read_only, path FROM sessions')).rows;
    await until(async () => (await sessions()).length > 1);
    for (const session of await sessions()) assert.deepEqual(session, { read_only: 'off', path: '"$user", public' });
  });
});
