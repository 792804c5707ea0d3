import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LedgerError } from '../../src/ledger/index.ts';
import { backUpSqliteLedger, createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { NOON, request } from '../../src/ledger/conformance/requests.ts';
import { filled, keptInLog, lostHome, newFile } from './lost-files.ts';

describe('a SQLite ledger that is closed leaves no older one in which its claims could be made again', () => {
  /** What an older state is left by, once the newest claims are in the file, or in its log alone. */
  const WAYS_BACK: Record<string, { isWritten: boolean; lose: (path: string) => void }> = {
    'its log was cut off': { isWritten: false, lose: (path) => truncateSync(`${path}-wal`) },
    'an old copy was written over it, and its log removed': {
      isWritten: true,
      lose: (path) => {
        copyFileSync(`${path}.old`, path);
        for (const companion of ['-wal', '-shm']) rmSync(path + companion);
      },
    },
    'it was replaced by an old copy without a log': {
      isWritten: true,
      lose: (path) => {
        renameSync(`${path}.old`, path);
        for (const companion of ['-wal', '-shm']) rmSync(path + companion);
      },
    },
  };

  for (const [way, { isWritten, lose }] of Object.entries(WAYS_BACK)) {
    for (const thread of [false, true]) {
      it(`after ${way}${thread ? ', on a thread' : ''}`, async () => {
        const path = await filled(newFile(), 100);
        copyFileSync(path, `${path}.old`);
        const ledger = sqliteLedger(path, { thread });
        {
          using _ = isWritten ? null : keptInLog(path);
          await ledger.reserve(request({ memberId: 'newest', now: NOON + 1 }));
          if (isWritten) {
            using db = new DatabaseSync(path);
            db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          }
          lose(path);
        }
        await assert.rejects(ledger.reserve(request({ memberId: 'another' })), LedgerError);
        await ledger.close();
        const next = sqliteLedger(path);
        await assert.rejects(next.reserve(request({ memberId: 'newest' })), { code: 'halted' });
        assert.equal((await next.about()).claims, 100);
        await next.restored({ since: NOON, until: NOON + 1 }, { who: 'Wren', why: 'an old copy' }, NOON + 1);
        assert.equal((await next.reserve(request({ memberId: 'newest' }))).kind, 'in-doubt');
        await next.close();
      });
    }
  }
});

describe('a SQLite ledger whose process was killed', () => {
  const by = { who: 'Wren', why: 'an old copy' };

  /** A ledger of which a copy lies beside it that lacks one claim, and a process that is killed has it open: it closes nothing. */
  async function killedWith(t: TestContext, { thread }: { thread: boolean }): Promise<string> {
    const path = await filled(newFile(), 100);
    copyFileSync(path, `${path}.old`);
    const killed = sqliteLedger(path, { thread });
    t.after(() => killed.close());
    await killed.reserve(request({ memberId: 'newest' }));
    await nextTurn();
    return path;
  }

  /** Puts another file in the place of the ledger. */
  function replace(path: string, other: string): void {
    for (const companion of ['-wal', '-shm']) rmSync(path + companion, { force: true });
    renameSync(path, `${path}.newest`);
    copyFileSync(other, path);
  }

  for (const thread of [false, true]) {
    it(`is not followed by an older one in which its claims could be made again${thread ? ', on a thread' : ''}`, async (t) => {
      const path = await killedWith(t, { thread });
      replace(path, `${path}.old`);
      const next = sqliteLedger(path, { thread });
      await assert.rejects(next.reserve(request({ memberId: 'newest' })), { code: 'behind' });
      await assert.rejects(next.check(), { code: 'halted' });
      assert.equal((await next.about()).claims, 100);
      await next.close();
    });
  }

  it('is followed by an older one once somebody has said what became of its claims, however often', async (t) => {
    const path = await killedWith(t, { thread: false });
    for (let turn = 1; turn <= 2; turn += 1) {
      replace(path, `${path}.old`);
      const now = NOON + turn * 1000;
      const next = sqliteLedger(path);
      await next.restored(null, by, now);
      assert.equal((await next.reserve(request({ memberId: `more-${turn}`, now }))).kind, 'reserved');
      await next.close();
      const last = sqliteLedger(path);
      assert.equal((await last.reserve(request({ memberId: `more-${turn}`, now }))).kind, 'held');
      await last.close();
    }
  });

  it('is not followed by another one, but for where nothing tells that there was one before', async (t) => {
    const path = await killedWith(t, { thread: false });
    replace(path, await filled(newFile(), 1));
    const next = sqliteLedger(path);
    await assert.rejects(next.reserve(request({ memberId: 'newest' })), { code: 'replaced' });
    await assert.rejects(next.check(), { code: 'replaced' });
    await next.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    assert.throws(() => createSqliteLedger(path), { code: 'exists', message: /because there was one/ });
    rmSync(`${path}-mark`);
    createSqliteLedger(path);
    const made = sqliteLedger(path);
    assert.equal((await made.reserve(request({ memberId: 'newest' }))).kind, 'reserved');
    await made.close();
  });

  it('goes on once it is back, whatever the mark beside it has become', async (t) => {
    const path = await killedWith(t, { thread: false });
    writeFileSync(`${path}-mark`, 'anything\n');
    const next = sqliteLedger(path);
    assert.equal((await next.reserve(request({ memberId: 'newest' }))).kind, 'held');
    assert.equal((await next.reserve(request({ memberId: 'another' }))).kind, 'reserved');
    await next.close();
    assert.equal(statSync(`${path}-mark`).mode & 0o777, 0o600);
  });

  it('takes claims where no mark can be written', async (t) => {
    const path = newFile();
    mkdirSync(`${path}-mark`);
    const ledger = sqliteLedger(path);
    t.after(() => ledger.close());
    for (const memberId of ['one', 'another'])
      assert.equal((await ledger.reserve(request({ memberId }))).kind, 'reserved');
  });
});

describe('a copy that lies beside the log of another file', () => {
  type Copy = (path: string, to: string) => unknown;

  /** What was claimed was lost by a process that was killed, and somebody put the copy back, but left the log. */
  async function putBack(claims: number, copy: Copy = backUpSqliteLedger): Promise<{ path: string; log: Buffer }> {
    const path = newFile();
    await filled(path, claims);
    copy(path, `${path}.backup`);
    const ledger = sqliteLedger(path);
    for (let n = 0; n < 200; n += 1) await ledger.reserve(request({ memberId: `newer-${n}` }));
    const log = readFileSync(`${path}-wal`);
    await ledger.close();
    copyFileSync(`${path}.backup`, path);
    writeFileSync(`${path}-wal`, log);
    return { path, log };
  }

  /** As a tool other than `rewards backup` does it. */
  function copyWithSqlite(path: string, to: string): void {
    using db = new DatabaseSync(path);
    db.prepare('VACUUM INTO ?').run(to);
  }

  const refused = { code: 'foreign-log', message: /claims\.db-wal is the log of another file/ };

  for (const claims of [5, 300]) {
    it(`is not opened, and both stay as they are, with ${claims} claims in it`, async () => {
      const { path, log } = await putBack(claims);
      assert.throws(() => sqliteLedger(path), refused);
      assert.throws(() => backUpSqliteLedger(path, `${path}.another`), refused);
      assert.deepEqual(readFileSync(path), readFileSync(`${path}.backup`));
      assert.deepEqual(readFileSync(`${path}-wal`), log);
      rmSync(`${path}-wal`);
      const ledger = sqliteLedger(path);
      assert.equal((await ledger.about()).claims, claims);
      await ledger.close();
    });
  }

  for (const claims of [5, 300]) {
    it(`is not opened where the copy was made by SQLite, with ${claims} claims in it`, async () => {
      const { path } = await putBack(claims, copyWithSqlite);
      assert.throws(() => sqliteLedger(path), { code: 'foreign-log', message: /claims\.db does not go with/ });
      assert.deepEqual(readFileSync(path), readFileSync(`${path}.backup`));
      for (const companion of ['-wal', '-shm']) rmSync(path + companion, { force: true });
      const older = sqliteLedger(path);
      await assert.rejects(older.reserve(request({ memberId: 'newer-7' })), { code: 'behind' });
      await older.close();
    });
  }

  it('is its own where all files were moved together', async () => {
    const path = newFile();
    const killed = sqliteLedger(path);
    await killed.reserve(request({ memberId: 'newest' }));
    await nextTurn();
    const moved = join(mkdtempSync(join(lostHome, 'moved-')), 'claims.db');
    for (const suffix of ['', '-wal', '-mark']) copyFileSync(path + suffix, moved + suffix);
    await killed.close();
    const ledger = sqliteLedger(moved);
    assert.equal((await ledger.reserve(request({ memberId: 'newest' }))).kind, 'held');
    await ledger.close();
  });

  it('is opened beside an empty one', async () => {
    const { path } = await putBack(5);
    truncateSync(`${path}-wal`);
    const ledger = sqliteLedger(path);
    assert.equal((await ledger.about()).claims, 5);
    await ledger.close();
  });
});
