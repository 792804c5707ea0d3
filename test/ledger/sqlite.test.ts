import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { type Ledger, LedgerError } from '../../src/ledger/index.ts';
import { backUpSqliteLedger, createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { until } from '../proxy/support/transport.ts';
import { allOr } from '../support/thorough.ts';
import { all } from '../../src/ledger/operation.ts';
import { openDatabase } from '../../src/ledger/sqlite/database.ts';
import { SqliteStore } from '../../src/ledger/sqlite/store.ts';
import { conformance } from '../../src/ledger/conformance/suite.ts';
import { grant } from '../../src/ledger/conformance/bench.ts';
import { NOON, request } from '../../src/ledger/conformance/requests.ts';
import { keptInLog } from './lost-files.ts';
import { folder, newFile, newFileByCopy } from './sqlite-folder.ts';

/** On a thread the same statements run: what comes back from there is the business of the tests below, and of whatever is served. */
for (const thread of allOr([false], [false, true])) {
  conformance(thread ? 'SQLite on a thread' : 'SQLite', () => {
    const home = folder();
    const path = newFileByCopy(home);
    const opened: Ledger[] = [];
    const open = () => {
      const ledger = sqliteLedger(path, { thread });
      opened.push(ledger);
      return ledger;
    };
    return Promise.resolve({
      ...(thread ? {} : { store: new SqliteStore(path) }),
      ledger: open(),
      other: () => Promise.resolve(open()),
      async [Symbol.asyncDispose]() {
        await Promise.all(opened.map((ledger) => ledger.close()));
        home[Symbol.dispose]();
      },
    });
  });
}

function claimsIn(path: string): number {
  using db = new DatabaseSync(path);
  return Number(db.prepare('SELECT COUNT(*) AS count FROM claims').get()?.['count']);
}

describe('the SQLite file', () => {
  for (const thread of [false, true]) {
    it(`has all claims in itself once nobody claims${thread ? ', on a thread' : ''}`, async () => {
      using home = folder();
      const path = newFile(home);
      const ledger = sqliteLedger(path, { thread });
      const copy = join(home.path, 'copy.db');
      const copied = () => {
        copyFileSync(path, copy);
        return claimsIn(copy);
      };
      {
        using _ = keptInLog(path);
        for (const memberId of ['a', 'b']) await ledger.reserve(request({ memberId }));
        assert.equal(copied(), 0);
      }
      const { mtimeNs } = statSync(path, { bigint: true });
      await ledger.reserve(request({ memberId: 'c' }));
      await until(() => statSync(path, { bigint: true }).mtimeNs !== mtimeNs && copied() === 3);
      assert.equal((await ledger.reserve(request({ memberId: 'd' }))).kind, 'reserved');
      await ledger.close();
    });
  }

  it('gives the disk back what its log took while somebody read for long', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path);
    using reader = new DatabaseSync(path);
    reader.exec('BEGIN');
    reader.prepare('SELECT COUNT(*) FROM claims').get();
    using writer = new DatabaseSync(path);
    writer.exec('CREATE TABLE filling (bytes BLOB); INSERT INTO filling VALUES (zeroblob(60000000))');
    const logSize = () => statSync(`${path}-wal`).size;
    await ledger.reserve(request({ memberId: 'while it is read' }));
    assert.ok(logSize() > 60_000_000);
    reader.exec('COMMIT');
    let count = 0;
    await until(async () => {
      assert.equal((await ledger.reserve(request({ memberId: `member-${(count += 1)}` }))).kind, 'reserved');
      return logSize() < 51_000_000;
    });
    await ledger.close();
  });

  it('is copied whole while claims are made in it', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path, { thread: true });
    const copy = join(home.path, 'copy.db');
    const making = Array.from({ length: 200 }, (_, n) => ledger.reserve(request({ memberId: `m${n}` })));
    await making[0];
    const before = (await ledger.list({ limit: 1000 })).length;
    const { claims, newestClaimAt } = backUpSqliteLedger(path, copy);
    assert.ok(claims >= before && claims <= 200);
    assert.equal(newestClaimAt, NOON);
    assert.equal(claimsIn(copy), claims);
    assert.equal((await Promise.all(making)).filter(({ kind }) => kind === 'reserved').length, 200);
    const { backedUpAt } = await ledger.about();
    assert.ok(backedUpAt !== null);
    await ledger.close();
    const other = sqliteLedger(copy);
    await assert.rejects(other.reserve(request({ memberId: 'new' })), { code: 'halted' });
    await other.close();
  });

  it('is made on purpose alone', () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    const missing = {
      code: 'missing',
      message: /^there is no ledger .*claims\.db\. .* npx rewards ledger create --db '.*claims\.db'$/,
    };
    assert.throws(() => sqliteLedger(path), missing);
    assert.throws(() => sqliteLedger(path, { thread: true }), missing);
    createSqliteLedger(path);
    assert.throws(() => createSqliteLedger(path), { code: 'exists' });
  });

  it('is no empty file, and no other database, whatever its version', () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    writeFileSync(path, '');
    assert.throws(() => sqliteLedger(path), { code: 'no-ledger' });
    using db = new DatabaseSync(path);
    db.exec('CREATE TABLE claims (id TEXT); PRAGMA user_version = 6');
    assert.throws(() => sqliteLedger(path), { code: 'no-ledger' });
    assert.equal(db.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'delete');
  });

  it('is no copy that was made by statements, which lacks the version: it says what to do, and stays as it is', () => {
    using home = folder();
    const path = newFile(home);
    using db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 0; PRAGMA journal_mode = DELETE');
    const message =
      /claims\.db does not say which version .* use a copy by rewards backup, or set PRAGMA user_version /;
    assert.throws(() => sqliteLedger(path), { code: 'no-ledger', message });
    assert.throws(() => backUpSqliteLedger(path, `${path}.copy`), { code: 'no-ledger', message });
    assert.equal(db.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'delete');
  });

  it('and its log are readable by their owner alone', async () => {
    using home = folder();
    const ledger = sqliteLedger(newFile(home));
    await ledger.reserve(request());
    const files = readdirSync(home.path);
    assert.ok(files.includes('claims.db-wal'));
    for (const file of files) assert.equal(statSync(join(home.path, file)).mode & 0o777, 0o600, file);
    await ledger.close();
  });

  it('keeps claims when it is opened again', async () => {
    using home = folder();
    const path = newFile(home);
    const first = sqliteLedger(path);
    await first.reserve(request());
    await first.close();
    const second = sqliteLedger(path);
    assert.equal((await second.reserve(request())).kind, 'held');
    await second.close();
  });

  it('takes no second claim for what one holds, whoever writes it', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path);
    await ledger.reserve(request());
    await ledger.close();
    using db = new DatabaseSync(path);
    const columns = db.prepare("SELECT name FROM pragma_table_info('claims') WHERE name <> 'id'").all();
    const others = columns.map(({ name }) => String(name)).join(', ');
    const copy = `INSERT INTO claims (id, ${others}) SELECT 'another', ${others} FROM claims`;
    assert.throws(() => db.exec(copy), /UNIQUE constraint failed: claims\.period, claims\.action, claims\.member_id/);
  });

  it('is written ahead and flushed at every commit', async () => {
    using home = folder();
    const path = newFile(home);
    const db = new DatabaseSync(path);
    assert.equal(db.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'wal');
    db.close();
  });

  it('is refused with a clear error where it cannot be opened', () => {
    using home = folder();
    assert.throws(
      () => sqliteLedger(home.path),
      (error) => {
        assert.ok(error instanceof LedgerError);
        assert.match(error.message, /is a folder, and no ledger: name the file in it/);
        return true;
      },
    );
  });

  it('is refused where it is another kind of file', () => {
    using home = folder();
    const path = join(home.path, 'notes.txt');
    writeFileSync(path, 'These are notes, and not a database at all. '.repeat(100));
    assert.throws(() => sqliteLedger(path), /cannot open the ledger .*notes\.txt: file is not a database/);
  });

  it('is opened although another process writes to it, and has not switched its log on', async () => {
    using home = folder();
    const path = newFile(home);
    using setUp = new DatabaseSync(path);
    setUp.exec('PRAGMA journal_mode = DELETE');
    setUp.close();
    const ready = new Int32Array(new SharedArrayBuffer(4));
    const other = new Worker(
      `const { workerData: { path, ready }, parentPort } = require('node:worker_threads');
       // Whoever opens the ledger reads it for a moment, also while this one commits.
       const db = new (require('node:sqlite').DatabaseSync)(path, { timeout: 10_000 });
       db.exec('BEGIN IMMEDIATE; CREATE TABLE notes (note TEXT)');
       parentPort.postMessage('locked');
       Atomics.wait(ready, 0, 0);
       Atomics.wait(ready, 0, 1, 50);
       db.exec('COMMIT');
       db.close();`,
      { eval: true, workerData: { path, ready } },
    );
    await once(other, 'message');
    Atomics.store(ready, 0, 1);
    Atomics.notify(ready, 0);
    const ledger = sqliteLedger(path);
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    await ledger.close();
    await other.terminate();
  });

  it(
    'has nobody wait for longer because somebody else waits, while another process keeps the lock',
    { timeout: 10_000 },
    async (t) => {
      let now = 0;
      t.mock.method(performance, 'now', () => now);
      using home = folder();
      const path = newFile(home);
      const ledger = sqliteLedger(path);
      using stranger = new DatabaseSync(path);
      stranger.exec('BEGIN IMMEDIATE');
      const busy = { code: 'sqlite-5' };
      const first = assert.rejects(ledger.reserve(request({ memberId: 'first' })), busy);
      // Once this is answered the first one waits for its turn, and all who ask from now on come after it.
      await ledger.find('nothing');
      await new Promise(setImmediate);
      now += 4_000;
      const second = assert.rejects(ledger.reserve(request({ memberId: 'second' })), busy);
      now += 6_001;
      await first;
      now += 4_000;
      await second;
      stranger.exec('ROLLBACK');
      assert.equal((await ledger.reserve(request({ memberId: 'second' }))).kind, 'reserved');
      await ledger.close();
    },
  );

  it('is another one each time in memory, with nothing in it', async () => {
    const known = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      // oxlint-disable no-await-in-loop -- one after the other
      const ledger = sqliteLedger(':memory:');
      assert.deepEqual(await ledger.list({}), []);
      await ledger.forget('m', NOON);
      await grant(ledger, request({ memberId: 'm' }));
      await ledger.forget('m', NOON);
      const { id } = await ledger.about();
      const [{ memberId } = { memberId: '' }] = await ledger.list({});
      known.add(id).add(memberId);
      await ledger.close();
      // oxlint-enable no-await-in-loop
    }
    assert.equal(known.size, 6, 'ids and pseudonyms');
  });

  it('has the same tables in memory, the first time and thereafter', () => {
    using home = folder();
    const [file, ...inMemory] = [newFile(home), ':memory:', ':memory:'].map((path) => {
      using db = openDatabase(path);
      return db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
    });
    assert.deepEqual(inMemory, [file, file]);
  });

  it('fails one operation without failing the others of its commit', async () => {
    const ledger = sqliteLedger(':memory:');
    const good = request({ memberId: 'good' });
    const bad = request({ memberId: 'bad', deadline: Number.NaN });
    const [first, second, third] = await Promise.allSettled([
      ledger.reserve(good),
      ledger.reserve(bad),
      ledger.reserve(request()),
    ]);
    assert.equal(first.status, 'fulfilled');
    assert.ok(second.status === 'rejected' && /NOT NULL constraint failed/.test(String(second.reason)));
    assert.equal(third.status, 'fulfilled');
    assert.equal((await ledger.list({})).length, 2);
    await ledger.close();
  });

  it('commits what is left of a commit although somebody reads as soon as one operation fails', async () => {
    using home = folder();
    const store = new SqliteStore(newFile(home));
    const note = "INSERT INTO trials (id, written) VALUES (?, '')";
    const notes = async () => (await store.read(() => all('SELECT id FROM trials'))).map(({ id }) => id);
    const failed = store.transact(function* () {
      yield* all(note, 'failed');
      throw new RangeError('not this one');
    });
    const done = store.transact(() => all(note, 'done'));
    const [seen] = await Promise.all([failed.catch(notes), done]);
    assert.deepEqual(seen, ['done']);
    await store.close();
  });

  it('reports a store that is gone as an outage, never as an empty one', async () => {
    const ledger = sqliteLedger(':memory:');
    await ledger.close();
    await assert.rejects(ledger.find('anything'), LedgerError);
    await assert.rejects(ledger.check(), LedgerError);
  });
});
