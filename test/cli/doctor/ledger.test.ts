import assert from 'node:assert/strict';
import { stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { DAY, POINTS, request, ROLE } from '../../../src/ledger/conformance/requests.ts';
import { until } from '../../proxy/support/transport.ts';
import { openDatabases } from '../../support/databases/databases.ts';
import { smallDisk } from '../../support/databases/small-disk.ts';
import { startRelay } from '../../support/http/relay.ts';
import { run } from '../command.ts';
import { fill, site } from './site.ts';

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

describe('rewards doctor, on the ledger', { concurrency: true }, () => {
  it('finds claims that wait for a decision, and a clock that is behind', async (t) => {
    const { cwd, doctor } = await site(t);
    const now = Date.now();
    const lostAt = now - DAY;
    await fill(join(cwd, 'rewards.db'), async (ledger) => {
      const lost = await ledger.reserve(request({ memberId: 'a', now: lostAt }));
      assert.ok('claim' in lost);
      await ledger.settle(lost.claim.id, 0, { state: 'unknown', evidence: null }, lostAt);
      await ledger.reserve(request({ memberId: 'b', now: lostAt + 1, grants: [POINTS, ROLE] }));
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
    await writeFile(`${path}-wal`, '', { mode: 0o600 });
    await truncate(`${path}-wal`, 150_000_000);
    const before = await doctor();
    assert.match(before.stdout, /^warn {2}ledger {3}\S+rewards\.db-wal has grown to 150 MB, because another program /m);
    assert.match(
      before.stdout,
      /^warn {2}ledger {3}there is no backup since it was made or put back: see rewards backup/m,
    );
    const copy = join(cwd, 'copy.db');
    assert.equal((await run(['backup', '--db', path, '--to', copy], { cwd })).code, 0);
    const { stdout } = await doctor();
    assert.ok(stdout.includes(`\nok    ledger   its newest claim is of ${new Date(at).toISOString()}\n`), stdout);
    assert.doesNotMatch(stdout, /no backup|has grown/);
    assert.match(stdout, /^ok {4}ledger {3}it takes claims/m);
    const ofCopy = await doctor('--db', copy);
    assert.equal(ofCopy.code, 1);
    assert.match(ofCopy.stdout, /^fail {2}ledger {3}it takes no claims: the ledger is a backup of 20/m);
  });

  it('says of a backup from an older version that it is whole, and takes no claims', async (t) => {
    const { cwd, doctor } = await site(t);
    const copy = join(cwd, 'copy.db');
    await fill(join(cwd, 'rewards.db'), (ledger) => ledger.reserve(request({ now: Date.now() })));
    assert.equal((await run(['backup', '--db', join(cwd, 'rewards.db'), '--to', copy], { cwd })).code, 0);
    const db = new DatabaseSync(copy);
    db.exec('DROP TABLE link_bonds; PRAGMA user_version = 17');
    db.close();
    const { code, stdout } = await doctor('--db', copy);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^fail {2}ledger {3}it takes no claims: \S+copy\.db is a backup from an older version: .*restored/m,
    );
    assert.match(stdout, /^ok {4}ledger {3}\S+copy\.db is whole$/m);
    assert.doesNotMatch(stdout, /rewards serve brings it up to date/);
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
      /^fail {2}ledger {3}the ledger cannot be read: \S+: file is not a database\. Is the path right\? If a ledger was there, stop the proxy, and put a backup in its place$/m,
    );

    const other = join(cwd, 'other.db');
    const db = new DatabaseSync(other);
    db.exec('CREATE TABLE notes (note TEXT)');
    assert.match(
      (await doctor('--db', other)).stdout,
      /^fail {2}ledger .*other\.db is no ledger\. Is the path right\?$/m,
    );
    db.exec('CREATE TABLE claims (id TEXT); CREATE TABLE grants (id TEXT); CREATE TABLE events (id TEXT)');
    assert.match(
      (await doctor('--db', other)).stdout,
      /^fail {2}ledger .*other\.db does not say which version of a ledger it is, /m,
    );
    db.exec('PRAGMA user_version = 99');
    assert.match((await doctor('--db', other)).stdout, /^fail {2}ledger .*was written by a newer version/m);
    db.close();
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

  it('names the encoding of a database that does not have every letter', async (t) => {
    await using server = await openDatabases();
    const admin = new Client(await server.createDatabase());
    await admin.connect();
    await using open = new AsyncDisposableStack();
    open.defer(() => admin.end());
    const name = `${admin.database}_latin`;
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING LATIN1 LOCALE 'C'`);
    const db = Object.assign(new URL(await server.createDatabase()), { pathname: `/${name}` }).href;
    await fill(db, (ledger) => ledger.check());
    const { doctor } = await site(t);
    const { stdout } = await doctor('--db', db);
    assert.match(stdout, /^warn {2}ledger .* has the encoding LATIN1: .* database with the encoding UTF8$/m);
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
