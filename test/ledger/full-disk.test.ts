import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { smallDisk } from '../support/databases/small-disk.ts';
import { grant } from '../../src/ledger/conformance/bench.ts';
import { NOON, request } from '../../src/ledger/conformance/requests.ts';

const FULL = { code: 'sqlite-13', message: /database or disk is full/ };

/** Reads from the ledger until the test ends, so that its log is not written over from the start, which takes no room, once a second went by. */
function readThroughout(t: TestContext, path: string): void {
  const reader = new DatabaseSync(path, { readOnly: true });
  t.after(() => reader.close());
  reader.exec('BEGIN; SELECT id FROM claims');
}

/** A ledger with a claim of the first member, on a disk that can be filled; undefined where there can be none, with the test skipped. */
async function onSmallDisk(t: TestContext, options: { thread?: boolean } = {}) {
  const disk = smallDisk(t, 4_000_000);
  if (!disk) return undefined;
  const path = join(disk.path, 'claims.db');
  createSqliteLedger(path);
  readThroughout(t, path);
  const ledger = sqliteLedger(path, options);
  await grant(ledger, request({ memberId: 'first' }));
  return { disk, ledger };
}

describe('a SQLite ledger', () => {
  for (const thread of [false, true]) {
    it(`whose disk is full makes no claims, and says so, until there is room${thread ? ', on a thread' : ''}`, async (t) => {
      const small = await onSmallDisk(t, { thread });
      if (!small) return;
      const { disk, ledger } = small;
      disk.fill();
      await assert.rejects(ledger.check(), FULL);
      await assert.rejects(ledger.reserve(request({ memberId: 'second' })), FULL);
      await assert.rejects(ledger.check(), FULL);
      disk.clear();
      await ledger.check();
      assert.equal((await ledger.reserve(request({ memberId: 'first' }))).kind, 'held');
      assert.equal((await ledger.reserve(request({ memberId: 'second' }))).kind, 'reserved');
      await ledger.close();
    });
  }

  it('that has room for a little, but not for a claim, says so once a claim has failed', async (t) => {
    const small = await onSmallDisk(t);
    if (!small) return;
    const { disk, ledger } = small;
    disk.fill();
    execFileSync('truncate', ['--size=-16384', join(disk.path, 'filling')]);
    await ledger.check();
    const fields = { note: 'n'.repeat(30_000) };
    await assert.rejects(ledger.reserve(request({ memberId: 'second', fields })), FULL);
    await assert.rejects(ledger.check(), FULL);
    await assert.rejects(ledger.check(), FULL);
    await ledger.close();
  });

  it('that was full while it was tried out is not taken for an older one, because a claim came to nothing then', async (t) => {
    const small = await onSmallDisk(t);
    if (!small) return;
    const { disk, ledger } = small;
    disk.fill();
    const fields = { note: 'n'.repeat(30_000) };
    const claim = ledger.reserve(request({ memberId: 'second', now: NOON + 1, fields }));
    const [made] = await Promise.allSettled([claim, ledger.check(NOON + 1)]);
    assert.equal(made.status, 'rejected');
    disk.clear();
    assert.equal((await ledger.reserve(request({ memberId: 'second', now: NOON + 2 }))).kind, 'reserved');
    await ledger.check(NOON + 2);
    await ledger.close();
  });

  it('whose folder is unmounted, or gets another mounted over it, makes no claims', async (t) => {
    const disk = smallDisk(t, 4_000_000);
    if (!disk) return;
    const folder = join(disk.path, 'folder');
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
    const path = join(folder, 'claims.db');
    createSqliteLedger(path);
    const ledger = sqliteLedger(path);
    await ledger.reserve(request({ memberId: 'first' }));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
    await assert.rejects(ledger.reserve(request({ memberId: 'second' })), { code: 'moved' });
    execFileSync('umount', [folder]);
    assert.equal((await ledger.reserve(request({ memberId: 'second' }))).kind, 'reserved');
    execFileSync('umount', ['--lazy', folder]);
    await assert.rejects(ledger.reserve(request({ memberId: 'third' })), { code: 'moved' });
    await ledger.close();
  });

  it('whose disk was made read-only makes no claims', async (t) => {
    const disk = smallDisk(t, 4_000_000);
    if (!disk) return;
    const path = join(disk.path, 'claims.db');
    createSqliteLedger(path);
    const ledger = sqliteLedger(path);
    await ledger.reserve(request({ memberId: 'first' }));
    await ledger.close();
    execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    assert.throws(() => sqliteLedger(path), { code: 'read-only', message: /is mounted read-only: mount it so/ });
    execFileSync('mount', ['-o', 'remount,rw', disk.path]);
  });
});
