import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { list } from '../../src/ledger/claims/query.ts';
import { migrations, SQLITE } from '../../src/ledger/schema.ts';
import { backUpSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { memberId as memberAt, rowsSql, SQLITE as SQLITE_SPELLING, START } from '../bench/growth-rows.ts';
import { DAY, NOON, POINTS, request } from '../../src/ledger/conformance/requests.ts';
import { folder, newFile } from './sqlite-folder.ts';

/** A file as a version left it that had so many steps of the schema. */
function databaseOf(path: string, steps: number): DatabaseSync {
  const db = new DatabaseSync(path);
  for (const sql of migrations(SQLITE).slice(0, steps).flat()) db.exec(sql);
  db.exec(`PRAGMA user_version = ${steps}`);
  return db;
}

describe('the SQLite file of another version', () => {
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
    using db = databaseOf(path, 6);
    const wanted = request({ idempotency: { key: 'press-1', fingerprint: 'a' } });
    db.exec(`
      INSERT INTO claims (id, action, member_id, service, period, state, holds, created_at, updated_at)
        VALUES ('${wanted.claimId}', 'daily', '${wanted.memberId}', 'default', '2026-11-20', 'granted', 1, ${NOON}, ${NOON});
      INSERT INTO grants (claim_id, idx, kind, points, ask, state, attempts, deadline)
        VALUES ('${wanted.claimId}', 0, 'points', 10, '${JSON.stringify(POINTS)}', 'granted', 1, ${NOON});
      INSERT INTO presses (idempotency_key, fingerprint, claim_id) VALUES ('press-1', 'a', '${wanted.claimId}');`);
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
    using db = databaseOf(path, 13);
    const later = NOON + 60_000;
    db.exec(`
      INSERT INTO one_time (id, holder, expires_at) VALUES ('code-1', '', ${later});
      INSERT INTO allowances (id, whole_at) VALUES ('client-1', ${later});`);
    const ledger = sqliteLedger(path);
    assert.equal(await ledger.useNonce({ id: 'code-1', expiresAt: later }), false);
    assert.equal(await ledger.useNonce({ id: 'code-2', expiresAt: later }), true);
    const bucket = { everyMs: 60_000, spanMs: 60_000 };
    assert.deepEqual(await ledger.consume([{ id: 'client-1', ...bucket }], NOON), [{ allowed: false, tat: later }]);
    assert.deepEqual(await ledger.consume([{ id: 'client-2', ...bucket }], NOON), [{ allowed: true, tat: later }]);
    await ledger.close();
  });

  it('is refused by a process that had it open when a newer version changed it', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path);
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    using newer = new DatabaseSync(path);
    newer.exec('ALTER TABLE grants RENAME TO gifts; PRAGMA user_version = 99');
    const refused = { code: 'newer-schema', message: /written by a newer version of rewards-elements/ };
    await assert.rejects(ledger.reserve(request({ memberId: 'another' })), refused);
    await assert.rejects(ledger.unknown(), refused);
    await ledger.close();
  });

  it('takes no claims in a backup of it, which lacks what was claimed since', async () => {
    using home = folder();
    const [path, copy] = [join(home.path, 'claims.db'), join(home.path, 'copy.db')];
    databaseOf(path, 8).close();
    backUpSqliteLedger(path, copy);
    for (const _ of ['once', 'again']) {
      const ledger = sqliteLedger(copy);
      await assert.rejects(ledger.reserve(request()), { code: 'halted', message: /^the ledger is a backup of / });
      await ledger.close();
    }
    const ledger = sqliteLedger(path);
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    await ledger.close();
  });

  it('finds the claims of members that a version with another index of them has made', async () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    using db = databaseOf(path, 15);
    const shape = { members: 50, days: 40 };
    for (const sql of rowsSql(shape, SQLITE_SPELLING)) db.exec(sql);
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

  it('knows what claims gave that a version has granted which noted that with the grants alone', async () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    using db = databaseOf(path, 16);
    for (const sql of rowsSql({ members: 5, days: 2 }, SQLITE_SPELLING)) db.exec(sql);
    const ledger = sqliteLedger(path);
    const day = { since: START, until: START + DAY };
    assert.deepEqual(await ledger.sums(day), [{ action: 'daily', state: 'granted', claims: 5, points: 50 }]);
    await ledger.close();
  });
});
