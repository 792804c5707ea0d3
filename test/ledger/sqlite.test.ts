import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type Ledger, LedgerError } from '../../src/ledger/index.ts';
import { list } from '../../src/ledger/claims/query.ts';
import { migrations, SQLITE } from '../../src/ledger/schema.ts';
import { backUpSqliteLedger, createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { memberId as memberAt, rowsSql, SQLITE as SQLITE_SPELLING } from '../bench/growth-rows.ts';
import { until } from '../proxy/support/transport.ts';
import { allOr } from '../support/thorough.ts';
import { conformance } from '../../src/ledger/conformance/suite.ts';
import { DAY, HOUR, NOON, POINTS, request, ROLE } from '../../src/ledger/conformance/requests.ts';

function folder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'rewards-ledger-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A new ledger in the folder. */
function newFile(home: { path: string }): string {
  const path = join(home.path, 'claims.db');
  createSqliteLedger(path);
  return path;
}

/** On a thread the same statements run: what comes back from there is the business of the tests below, and of whatever is served. */
for (const thread of allOr([false], [false, true])) {
  conformance(thread ? 'SQLite on a thread' : 'SQLite', () => {
    const home = folder();
    const path = newFile(home);
    const opened: Ledger[] = [];
    const open = () => {
      const ledger = sqliteLedger(path, { thread });
      opened.push(ledger);
      return ledger;
    };
    return Promise.resolve({
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

/** Claims of so many members, as the ledger itself would have left them. */
function fillWithClaims(path: string, count: number): void {
  using db = new DatabaseSync(path);
  for (const sql of rowsSql({ members: count, days: 1 }, SQLITE_SPELLING)) db.exec(sql);
}

describe('the SQLite file', () => {
  for (const thread of [false, true]) {
    it(`has all claims in itself once nobody claims${thread ? ', on a thread' : ''}`, async () => {
      using home = folder();
      const path = newFile(home);
      const ledger = sqliteLedger(path, { thread });
      for (const memberId of ['a', 'b', 'c']) await ledger.reserve(request({ memberId }));
      const copy = join(home.path, 'copy.db');
      const copied = () => {
        copyFileSync(path, copy);
        return claimsIn(copy);
      };
      assert.equal(copied(), 0);
      await until(() => copied() === 3);
      assert.equal((await ledger.reserve(request({ memberId: 'd' }))).kind, 'reserved');
      await ledger.close();
    });
  }

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
        assert.match(error.message, /cannot open the ledger .*: unable to open database file/);
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

  it('is refused where a newer version wrote it', async () => {
    using home = folder();
    const path = newFile(home);
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 99');
    db.close();
    assert.throws(() => sqliteLedger(path), /written by a newer version of rewards-elements \(schema 99/);
  });

  it('keeps the idempotency keys of a version that had one namespace of them for all', async () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    using db = new DatabaseSync(path);
    const steps = migrations(SQLITE).slice(0, 6);
    for (const sql of steps.flat()) db.exec(sql);
    const wanted = request({ idempotency: { key: 'press-1', fingerprint: 'a' } });
    db.exec(`
      INSERT INTO claims (id, action, member_id, service, period, state, holds, created_at, updated_at)
        VALUES ('${wanted.claimId}', 'daily', '${wanted.memberId}', 'default', '2026-11-20', 'granted', 1, ${NOON}, ${NOON});
      INSERT INTO grants (claim_id, idx, kind, points, ask, state, attempts, deadline)
        VALUES ('${wanted.claimId}', 0, 'points', 10, '${JSON.stringify(POINTS)}', 'granted', 1, ${NOON});
      INSERT INTO presses (idempotency_key, fingerprint, claim_id) VALUES ('press-1', 'a', '${wanted.claimId}');
      PRAGMA user_version = ${steps.length};`);
    const ledger = sqliteLedger(path);
    const again = await ledger.reserve(wanted);
    assert.ok(again.kind === 'replayed' && again.claim.id === wanted.claimId);
    const { idempotency } = wanted;
    assert.equal((await ledger.reserve(request({ idempotency, memberId: 'another' }))).kind, 'reserved');
    await ledger.close();
  });

  it('keeps what a version that had other names for them knew of nonces and of limits', async () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    using db = new DatabaseSync(path);
    const steps = migrations(SQLITE).slice(0, 13);
    for (const sql of steps.flat()) db.exec(sql);
    const later = NOON + 60_000;
    db.exec(`
      INSERT INTO one_time (id, holder, expires_at) VALUES ('code-1', '', ${later});
      INSERT INTO allowances (id, whole_at) VALUES ('client-1', ${later});
      PRAGMA user_version = ${steps.length};`);
    const ledger = sqliteLedger(path);
    assert.equal(await ledger.useNonce({ id: 'code-1', expiresAt: later }), false);
    assert.equal(await ledger.useNonce({ id: 'code-2', expiresAt: later }), true);
    const bucket = { everyMs: 60_000, spanMs: 60_000 };
    assert.deepEqual(await ledger.consume([{ id: 'client-1', ...bucket }], NOON), [{ allowed: false, tat: later }]);
    assert.deepEqual(await ledger.consume([{ id: 'client-2', ...bucket }], NOON), [{ allowed: true, tat: later }]);
    await ledger.close();
  });

  it('finds the claims of members that a version with another index of them has made', async () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    using db = new DatabaseSync(path);
    const steps = migrations(SQLITE).slice(0, 15);
    for (const sql of steps.flat()) db.exec(sql);
    const shape = { members: 50, days: 40 };
    for (const sql of rowsSql(shape, SQLITE_SPELLING)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${steps.length}`);
    const ledger = sqliteLedger(path);
    const claims = await ledger.list({ memberId: memberAt(7, shape) });
    assert.deepEqual(
      claims.map(({ streak }) => streak),
      Array.from({ length: 40 }, (_, day) => day + 1),
    );
    const { value } = list({ memberId: memberAt(7, shape) }).next();
    assert.ok('sql' in value);
    using migrated = new DatabaseSync(path);
    const plan = migrated.prepare(`EXPLAIN QUERY PLAN ${value.sql}`).all(...value.params);
    assert.ok(plan.some(({ detail }) => /SEARCH own USING .*claims_by_member/.test(String(detail))));
    await ledger.close();
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
       const db = new (require('node:sqlite').DatabaseSync)(path);
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
      t.mock.timers.enable({ apis: ['Date'], now: NOON });
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
      t.mock.timers.tick(4_000);
      const second = assert.rejects(ledger.reserve(request({ memberId: 'second' })), busy);
      t.mock.timers.tick(6_001);
      await first;
      t.mock.timers.tick(4_000);
      await second;
      stranger.exec('ROLLBACK');
      assert.equal((await ledger.reserve(request({ memberId: 'second' }))).kind, 'reserved');
      await ledger.close();
    },
  );

  it('is never read from end to end on the way of a claim, or to recover', async (t) => {
    using home = folder();
    const path = newFile(home);
    const { mock } = t.mock.method(DatabaseSync.prototype, 'prepare');
    const ledger = sqliteLedger(path);
    const caps = { capacity: 9, actionBudget: 900, totalBudget: 900, memberPoints: { points: 900, since: NOON } };
    const idempotency = { key: 'press', fingerprint: 'a' };
    const uses = [{ id: 'token', expiresAt: NOON }];
    const wanted = request({ caps, idempotency, uses, minimumGapMs: HOUR, grants: [POINTS, ROLE] });
    const reservation = await ledger.reserve(wanted);
    assert.ok(reservation.kind === 'reserved');
    const { id } = reservation.claim;
    await ledger.reserve(wanted);
    await ledger.settle(id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
    assert.ok(await ledger.send(id, 1, wanted));
    await ledger.recover(NOON + DAY);
    await ledger.retryable(3);
    await ledger.reserve(request({ rule: { repeats: 'rolling', everyHours: 5 } }));
    await ledger.standing(wanted);
    await ledger.seatsTaken('daily');
    await ledger.history(id);
    await ledger.list({ memberId: ['m', 'n'], newestFirst: true });
    await ledger.exportMember('m');
    await ledger.forget('m', NOON);
    await ledger.close();

    const statements = new Set(
      mock.calls.map((call) => call.arguments[0]).filter((sql) => /^\s*(SELECT|UPDATE)/.test(sql)),
    );
    assert.ok(statements.size > 10, String(statements.size));
    const db = new DatabaseSync(path);
    for (const sql of statements) {
      const steps = db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail));
      const whole = steps.filter((step) =>
        /^SCAN (claims|grants|events|idempotency_keys|nonces)(?! USING INDEX)/.test(step),
      );
      assert.deepEqual(whole, [], sql);
    }
    db.close();
  });

  it('orders claims by member once a rule looks at all periods, and not before', async () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    const orderedByMember = () => {
      using db = new DatabaseSync(path);
      return db.prepare("SELECT name FROM sqlite_master WHERE name = 'claims_of_member'").all().length === 1;
    };
    const rolling = { repeats: 'rolling', everyHours: 5 } as const;
    const rules: Record<string, (ledger: Ledger) => Promise<unknown>> = {
      'a gap': (ledger) => ledger.reserve(request({ minimumGapMs: HOUR })),
      'points of a member': (ledger) => ledger.reserve(request({ caps: { memberPoints: { points: 9, since: NOON } } })),
      'a gap, asked about': (ledger) => ledger.standing(request({ minimumGapMs: HOUR })),
      'points, asked about': (ledger) => ledger.pointsHeld({ memberId: 'm', since: NOON }),
      'another rule': (ledger) => ledger.reserve(request({ rule: rolling })),
      'another rule, asked about': (ledger) => ledger.ruleChanges([{ action: 'daily', rule: rolling }]),
    };
    for (const [name, ask] of Object.entries(rules)) {
      const ledger = sqliteLedger(newFile(home));
      await ledger.reserve(request());
      await ledger.standing(request());
      await ledger.reserve(request({ action: 'break', rule: rolling }));
      await ledger.ruleChanges([{ action: 'break', rule: rolling }]);
      assert.equal(orderedByMember(), false, name);
      await ask(ledger);
      assert.equal(orderedByMember(), true, name);
      await ask(ledger);
      await ledger.close();
      for (const file of [path, `${path}-mark`]) rmSync(file);
    }
  });

  it('finds a rolling period by its member', async (t) => {
    using home = folder();
    const path = newFile(home);
    const { mock } = t.mock.method(DatabaseSync.prototype, 'prepare');
    const ledger = sqliteLedger(path);
    await ledger.reserve(request({ rule: { repeats: 'rolling', everyHours: 5 } }));
    await ledger.close();
    const sql = mock.calls.map((call) => call.arguments[0]).find((text) => text.includes('LIKE'));
    assert.ok(sql);
    using db = new DatabaseSync(path);
    const [plan] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    assert.match(String(plan?.['detail']), /^SEARCH claims USING INDEX claims_rolling/);
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

  it('reports a store that is gone as an outage, never as an empty one', async () => {
    const ledger = sqliteLedger(':memory:');
    await ledger.close();
    await assert.rejects(ledger.find('anything'), LedgerError);
    await assert.rejects(ledger.check(), LedgerError);
  });
});

describe('the SQLite thread', () => {
  it('does not start for a file that cannot be opened', () => {
    using home = folder();
    assert.throws(() => sqliteLedger(join(home.path, 'missing', 'claims.db'), { thread: true }), LedgerError);
  });

  it('hands errors over with their code', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path, { thread: true });
    await ledger.check();
    const db = new DatabaseSync(path);
    db.exec('DROP TABLE events');
    db.close();
    await assert.rejects(ledger.reserve(request()), (error) => {
      return error instanceof LedgerError && error.code === 'sqlite-1' && /no such table: events/.test(error.message);
    });
    await assert.rejects(ledger.settle('none', 0, { state: 'granted', evidence: null }, 0), RangeError);
    await ledger.close();
  });

  it('makes a claim while somebody goes through all that there are', async () => {
    using home = folder();
    const path = newFile(home);
    fillWithClaims(path, 20_000);
    const ledger = sqliteLedger(path, { thread: true });
    const ended: string[] = [];
    const looks = Array.from({ length: 300 }, async () => {
      await ledger.list({ action: 'nothing' });
      ended.push('look');
    });
    const claim = ledger.reserve(request({ memberId: 'somebody' })).then(() => ended.push('claim'));
    await Promise.all([...looks, claim]);
    await ledger.close();
    assert.ok(ended.indexOf('claim') < looks.length, 'the claim waited for all who looked');
  });

  it('shows at once what was claimed, to anyone who looks', async () => {
    using home = folder();
    const ledger = sqliteLedger(newFile(home), { thread: true });
    for (let n = 0; n < 50; n += 1) {
      const memberId = `member-${n}`;
      // oxlint-disable-next-line no-await-in-loop -- each is looked for as soon as it is there
      const reservation = await ledger.reserve(request({ memberId }));
      // oxlint-disable-next-line no-await-in-loop
      const [found] = await ledger.list({ memberId });
      assert.ok(reservation.kind === 'reserved' && found?.id === reservation.claim.id);
    }
    await ledger.close();
  });

  it('carries out what was asked for before it is closed', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path, { thread: true });
    const reservation = ledger.reserve(request());
    await ledger.close();
    assert.equal((await reservation).kind, 'reserved');
    await assert.rejects(ledger.check(), /the ledger's thread/);
    const again = sqliteLedger(path);
    assert.equal((await again.list({})).length, 1);
    await again.close();
  });

  it('lets the process end that has nothing more to ask', async () => {
    using home = folder();
    const code = `import { createSqliteLedger, sqliteLedger } from ${JSON.stringify(new URL('../../src/ledger/sqlite.ts', import.meta.url).href)};
      const ledger = sqliteLedger(${JSON.stringify(newFile(home))}, { thread: true });
      await ledger.check();
      console.log('checked');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
    assert.equal(stdout, 'checked\n');
  });
});
