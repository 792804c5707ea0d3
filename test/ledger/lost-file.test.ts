import assert from 'node:assert/strict';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ClaimRecord, InDoubtError, LedgerError } from '../../src/ledger/index.ts';
import { backUpSqliteLedger, createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { NOON, POINTS, request } from '../../src/ledger/conformance/requests.ts';

const home = mkdtempSync(join(tmpdir(), 'rewards-lost-'));
after(() => rmSync(home, { recursive: true, force: true }));

/** A new ledger in a folder of its own. */
function newFile(): string {
  const path = join(mkdtempSync(join(home, 'ledger-')), 'claims.db');
  createSqliteLedger(path);
  return path;
}

/** Has so many claims made in the ledger, and stops it. */
async function filled(path: string, claims: number): Promise<string> {
  const ledger = sqliteLedger(path);
  for (let n = 0; n < claims; n += 1) await ledger.reserve(request({ memberId: `other-${n}` }));
  await ledger.close();
  return path;
}

/**
 * What may happen to a file whose ledger is open, and the code of what is thrown from then on. `older`: what is left is the same ledger, but an
 * older one.
 */
const WAYS: Record<string, { lose: (path: string) => unknown; code: string; older?: true }> = {
  removed: { lose: (path) => rmSync(path), code: 'moved' },
  moved: { lose: (path) => renameSync(path, `${path}.away`), code: 'moved' },
  'replaced by a copy of itself': {
    lose: (path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    code: 'moved',
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
  for (const [way, { lose, code }] of Object.entries(WAYS)) {
    for (const thread of [false, true]) {
      it(`${way}${thread ? ', on a thread' : ''}`, async () => {
        const path = newFile();
        const ledger = sqliteLedger(path, { thread });
        const reservation = await ledger.reserve(request({ memberId: 'first' }));
        assert.ok(reservation.kind === 'reserved');
        await lose(path);
        const is = (error: unknown) => error instanceof LedgerError && error.code === code;
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
        await ledger.reserve(request({ memberId: 'newest' }));
        if (isWritten) {
          using db = new DatabaseSync(path);
          db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        }
        lose(path);
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
    const moved = join(mkdtempSync(join(home, 'moved-')), 'claims.db');
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
