import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { type ClaimRecord, InDoubtError, LedgerError } from '../../src/ledger/index.ts';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { NOON, POINTS, request } from '../../src/ledger/conformance/requests.ts';
import { filled, keptInLog, newFile } from './lost-files.ts';

/**
 * What may happen to a file whose ledger is open, and the code of what is thrown from then on. `older`: what is left is the same ledger, but an
 * older one.
 */
const WAYS: Record<string, { lose: (path: string) => unknown; code: string; says?: RegExp; older?: true }> = {
  removed: { lose: (path) => rmSync(path), code: 'moved' },
  moved: { lose: (path) => renameSync(path, `${path}.away`), code: 'moved' },
  'replaced by a copy of itself': {
    lose: (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    code: 'moved',
    says: /another file is at .*\.db now/,
  },
  'in a folder that was renamed': { lose: (path) => renameSync(dirname(path), `${dirname(path)}-away`), code: 'moved' },
  'in a folder over which another was put': {
    lose: (path) => {
      renameSync(dirname(path), `${dirname(path)}-away`);
      mkdirSync(dirname(path));
      createSqliteLedger(path);
    },
    code: 'moved',
  },
  'robbed of its log': { lose: (path) => rmSync(`${path}-wal`), code: 'moved' },
  "robbed of its log's index": { lose: (path) => rmSync(`${path}-shm`), code: 'moved' },
  'cut off': { lose: (path) => truncateSync(path, 4096), code: 'overwritten' },
  emptied: { lose: (path) => truncateSync(path), code: 'overwritten' },
  'robbed of what is in its log': { lose: (path) => truncateSync(`${path}-wal`), code: 'overwritten', older: true },
  'overwritten by another ledger': {
    lose: async (path) => copyFileSync(await filled(newFile(), 100), path),
    code: 'overwritten',
  },
  'overwritten by a new ledger': { lose: (path) => copyFileSync(newFile(), path), code: 'overwritten' },
  'overwritten by anything': { lose: (path) => writeFileSync(path, 'anything '.repeat(10_000)), code: 'overwritten' },
  'made read-only': { lose: (path) => chmodSync(path, 0o400), code: 'read-only' },
};

describe('a SQLite ledger that is open records nothing more once its file was', () => {
  for (const [way, { lose, code, says = /./, older }] of Object.entries(WAYS)) {
    for (const thread of [false, true]) {
      it(`${way}${thread ? ', on a thread' : ''}`, async () => {
        const path = newFile();
        using _ = older ? keptInLog(path) : null;
        const ledger = sqliteLedger(path, { thread });
        const reservation = await ledger.reserve(request({ memberId: 'first' }));
        assert.ok(reservation.kind === 'reserved');
        await lose(path);
        const is = (error: unknown) => error instanceof LedgerError && error.code === code && says.test(error.message);
        await assert.rejects(ledger.reserve(request({ memberId: 'second' })), is);
        await assert.rejects(ledger.reserve(request({ memberId: 'third' })), is);
        await assert.rejects(ledger.check(), is);
        await assert.rejects(ledger.recover(NOON), is);
        const settlement = { state: 'granted', echo: POINTS, evidence: null } as const;
        await assert.rejects(ledger.settle(reservation.claim.id, 0, settlement, NOON), is);
        await ledger.close();
      });
    }
  }

  for (const thread of [false, true]) {
    it(`moved in the middle of a commit, of which it says that it is in doubt${thread ? ', on a thread' : ''}`, async () => {
      const path = newFile();
      const ledger = sqliteLedger(path, { thread });
      await ledger.check();
      using stranger = new DatabaseSync(path);
      stranger.exec('BEGIN IMMEDIATE');
      const reserving = ledger.reserve(request({ memberId: 'first' })).catch((error: unknown) => error);
      // Once a second look was answered it waits for its turn to write, and has found the file in its place.
      for (let looks = 0; looks < 2; looks += 1) {
        await ledger.find('nothing');
        await new Promise(setImmediate);
      }
      renameSync(path, `${path}.away`);
      stranger.exec('ROLLBACK');
      const error = await reserving;
      assert.ok(error instanceof InDoubtError);
      const { claim } = error.value as { claim: ClaimRecord };
      await assert.rejects(ledger.abandon(claim, null, NOON), { code: 'moved' });
      renameSync(`${path}.away`, path);
      assert.equal((await ledger.reserve(request({ memberId: 'first' }))).kind, 'held');
      assert.equal((await ledger.abandon(claim, null, NOON))?.state, 'released');
      assert.equal((await ledger.reserve(request({ memberId: 'first' }))).kind, 'reserved');
      await ledger.close();
    });
  }

  it('overwritten by an old copy of itself, however much is in the log', async () => {
    const path = newFile();
    let now = NOON;
    const next = () => request({ now: (now += 1), memberId: `member-${now}` });
    const first = sqliteLedger(path);
    for (let n = 0; n < 300; n += 1) await first.reserve(next());
    await first.close();
    copyFileSync(path, `${path}.copy`);
    const ledger = sqliteLedger(path);
    const checkpoint = () => {
      using db = new DatabaseSync(path);
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    };
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 100; n += 1) await ledger.reserve(next());
      checkpoint();
      await ledger.reserve(next());
    }
    copyFileSync(`${path}.copy`, path);
    await assert.rejects(ledger.reserve(next()), { code: 'overwritten' });
    await ledger.close();
  });

  it('overwritten by an old copy, once all of its log was written into it', async () => {
    const path = await filled(newFile(), 5);
    copyFileSync(path, `${path}.copy`);
    const ledger = sqliteLedger(path);
    for (let n = 0; n < 3; n += 1) await ledger.reserve(request({ memberId: `newest-${n}`, now: NOON + 1 + n }));
    {
      using db = new DatabaseSync(path);
      db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    }
    copyFileSync(`${path}.copy`, path);
    await assert.rejects(ledger.reserve(request({ memberId: 'newest-1', now: NOON + 9 })), { code: 'overwritten' });
    await ledger.close();
  });
});

describe('a SQLite ledger that is closed leaves its file alone once that was', () => {
  for (const [way, { lose, code, older }] of Object.entries(WAYS)) {
    if (code !== 'overwritten' || older) continue;
    for (const thread of [false, true]) {
      it(`${way}, and keeps its log apart${thread ? ', on a thread' : ''}`, async () => {
        const path = await filled(newFile(), 100);
        const ledger = sqliteLedger(path, { thread });
        await ledger.reserve(request({ memberId: 'newest' }));
        await lose(path);
        await assert.rejects(ledger.reserve(request({ memberId: 'another' })), { code });
        const left = readFileSync(path);
        await ledger.close();
        assert.deepEqual(readFileSync(path), left);
        const [file, mark, log, ...others] = readdirSync(dirname(path)).toSorted();
        assert.deepEqual([file, mark], ['claims.db', 'claims.db-mark']);
        assert.match(log ?? '', /^claims\.db-wal\.lost-\d+$/);
        assert.deepEqual(others, []);
      });
    }
  }

  it('overwritten by a backup, which is a ledger by itself then', async () => {
    const path = newFile();
    const ledger = sqliteLedger(path);
    for (let n = 0; n < 100; n += 1) await ledger.reserve(request({ memberId: `newest-${n}` }));
    copyFileSync(await filled(newFile(), 200), path);
    await assert.rejects(ledger.reserve(request({ memberId: 'another' })), { code: 'overwritten' });
    await ledger.close();
    const other = sqliteLedger(path);
    assert.equal((await other.about()).claims, 200);
    await assert.rejects(other.reserve(request({ memberId: 'other-7' })), { code: 'replaced' });
    await other.close();
    rmSync(`${path}-mark`);
    const backup = sqliteLedger(path);
    assert.equal((await backup.reserve(request({ memberId: 'other-7' }))).kind, 'held');
    await backup.close();
    using db = new DatabaseSync(path);
    assert.equal(db.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
  });
});

describe('a SQLite ledger that is open goes on once its file was', () => {
  it('moved back', async () => {
    const path = newFile();
    const ledger = sqliteLedger(path);
    await ledger.reserve(request({ memberId: 'first' }));
    renameSync(path, `${path}.away`);
    await assert.rejects(ledger.check());
    renameSync(`${path}.away`, path);
    assert.equal((await ledger.reserve(request({ memberId: 'first' }))).kind, 'held');
    await ledger.close();
  });

  it('overwritten, and put right before anybody can be sure', async () => {
    const path = newFile();
    const ledger = sqliteLedger(path);
    await ledger.reserve(request({ memberId: 'first' }));
    const bytes = readFileSync(path);
    writeFileSync(path, 'anything '.repeat(10_000));
    await assert.rejects(ledger.reserve(request({ memberId: 'second' })), { code: 'overwritten' });
    writeFileSync(path, bytes);
    assert.equal((await ledger.reserve(request({ memberId: 'first' }))).kind, 'held');
    await ledger.close();
  });

  it('touched', async () => {
    const path = newFile();
    const ledger = sqliteLedger(path);
    utimesSync(path, 1, 1);
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    await ledger.close();
  });

  it('made smaller with VACUUM, or its log taken over, by another process', async () => {
    const path = await filled(newFile(), 500);
    const ledger = sqliteLedger(path);
    await ledger.reserve(request());
    using db = new DatabaseSync(path);
    db.exec('DELETE FROM events; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    assert.equal((await ledger.reserve(request({ memberId: 'next' }))).kind, 'reserved');
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    assert.equal((await ledger.reserve(request({ memberId: 'last' }))).kind, 'reserved');
    await ledger.check();
    await ledger.close();
  });
});
