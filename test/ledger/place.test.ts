import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { request } from '../../src/ledger/conformance/requests.ts';
import { backUpSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { smallDisk } from '../support/databases/small-disk.ts';
import { filled, lostHome, newFile } from './lost-files.ts';

const AS_NOBODY = fileURLToPath(new URL('as-nobody.ts', import.meta.url));
const NOBODY = 65_534;
const MEND = 'run the command as its owner, or give it to this user (chown, chmod)';
const isRoot = process.getuid?.() === 0;

function emptyFolder(): string {
  return mkdtempSync(join(lostHome, 'place-'));
}

/** What another user reads who does that with the ledger at the path. */
function asNobody(what: 'open' | 'make', path: string): string {
  return execFileSync(process.execPath, [AS_NOBODY, what, path], { encoding: 'utf8' }).trim();
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe('a SQLite ledger behind a symbolic link', () => {
  it('has its log beside the file, so that all who know it by any name share it', async (t) => {
    const path = newFile();
    const link = join(emptyFolder(), 'link.db');
    symlinkSync(path, link);
    const [byLink, byPath] = [sqliteLedger(link, { thread: true }), sqliteLedger(path)];
    t.after(() => Promise.all([byLink.close(), byPath.close()]));
    assert.equal((await byLink.reserve(request({ memberId: 'one' }))).kind, 'reserved');
    assert.equal((await byPath.reserve(request({ memberId: 'one' }))).kind, 'held');
    assert.equal((await byPath.reserve(request({ memberId: 'another' }))).kind, 'reserved');
    assert.equal((await byLink.reserve(request({ memberId: 'another' }))).kind, 'held');
    assert.deepEqual(readdirSync(dirname(link)), ['link.db']);
    const copy = join(dirname(link), 'copy.db');
    assert.equal(backUpSqliteLedger(link, copy).claims, 2);
  });

  it('can be backed up by a link in a folder in which nothing can be written', (t) => {
    const disk = smallDisk(t, 1_000_000);
    if (!disk) return;
    const [path, link] = [newFile(), join(disk.path, 'link.db')];
    symlinkSync(path, link);
    execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    assert.equal(backUpSqliteLedger(link, `${path}.copy`).claims, 0);
  });

  it('takes no more claims once the link leads to another', async (t) => {
    const [path, other] = [newFile(), newFile()];
    const link = join(emptyFolder(), 'link.db');
    symlinkSync(path, link);
    const ledger = sqliteLedger(link);
    t.after(() => ledger.close());
    await ledger.reserve(request({ memberId: 'one' }));
    symlinkSync(other, `${link}.new`);
    renameSync(`${link}.new`, link);
    await assert.rejects(ledger.reserve(request({ memberId: 'another' })), { code: 'moved' });
  });
});

describe('a SQLite ledger is not opened', () => {
  it('by any of several names (hard links), each of which would have a log of its own', async () => {
    const path = await filled(newFile(), 1);
    const other = join(emptyFolder(), 'other.db');
    linkSync(path, other);
    for (const name of [path, other]) {
      const error = { code: 'linked', message: /has 2 names \(hard links\).*find \/ -xdev -inum \d+/ };
      assert.throws(() => sqliteLedger(name), error);
      assert.throws(() => backUpSqliteLedger(name, `${name}.copy`), error);
    }
    rmSync(other);
    await sqliteLedger(path).close();
  });

  it('where it is mounted as a single file, because its log would lie elsewhere', async (t) => {
    const disk = smallDisk(t, 1_000_000);
    if (!disk) return;
    const path = newFile();
    const [folder, inside] = [join(disk.path, 'a folder'), join(disk.path, 'a folder/claims.db')];
    mkdirSync(folder);
    writeFileSync(inside, '');
    execFileSync('mount', ['--bind', path, inside]);
    assert.throws(() => sqliteLedger(inside), { code: 'mounted', message: /Mount the folder that it is in$/ });
    await sqliteLedger(path).close();
  });

  it('in what is no file', () => {
    const folder = emptyFolder();
    chmodSync(folder, 0o755);
    assert.throws(() => sqliteLedger(folder), { code: 'no-ledger', message: /is a folder.*name the file in it/ });
    assert.equal(modeOf(folder), 0o755);
    if (process.platform !== 'win32') assert.throws(() => sqliteLedger('/dev/null'), /is no file, and so no ledger/);
  });

  it('in a file of another program, which stays as it is', () => {
    const [text, database] = ['notes.txt', 'other.db'].map((name) => join(emptyFolder(), name));
    assert.ok(text !== undefined && database !== undefined);
    writeFileSync(text, 'notes '.repeat(1000));
    const db = new DatabaseSync(database);
    db.exec('CREATE TABLE notes (note)');
    db.close();
    for (const path of [text, database]) {
      chmodSync(path, 0o644);
      const bytes = readFileSync(path);
      assert.throws(() => sqliteLedger(path));
      assert.deepEqual([modeOf(path), readFileSync(path)], [0o644, bytes]);
    }
  });
});

describe('a SQLite ledger', () => {
  it('keeps others from reading it, and its log', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no such modes');
    const path = newFile();
    chmodSync(path, 0o666);
    const ledger = sqliteLedger(path);
    await ledger.reserve(request());
    for (const suffix of ['', '-wal', '-shm', '-mark']) assert.equal(modeOf(path + suffix), 0o600);
    await ledger.close();
  });

  it('is not replaced by a backup of itself, by whatever name', async (t) => {
    const path = newFile();
    const link = join(emptyFolder(), 'link.db');
    symlinkSync(path, link);
    const ledger = sqliteLedger(path);
    t.after(() => ledger.close());
    await ledger.reserve(request({ memberId: 'one' }));
    const before = readdirSync(dirname(path));
    for (const to of [path, link, `${path}-wal`, `${path}-mark`]) {
      for (const from of [path, link]) {
        assert.throws(() => backUpSqliteLedger(from, to), { code: 'itself', message: /belongs to the ledger itself/ });
      }
    }
    assert.deepEqual(readdirSync(dirname(path)), before);
    assert.equal((await ledger.reserve(request({ memberId: 'another' }))).kind, 'reserved');
  });

  it('says whose it is where another user opens it', async (t) => {
    if (!isRoot) return t.skip('only root can be somebody else');
    const path = newFile();
    const openAsNobody = () => asNobody('open', path);
    for (const folder of [lostHome, dirname(path)]) chmodSync(folder, 0o755);
    assert.equal(
      openAsNobody(),
      `no-access: this user (65534) may not read and write it, which belongs to user 0: ${MEND}`,
    );
    chownSync(path, NOBODY, NOBODY);
    assert.equal(
      openAsNobody(),
      `no-access: this user (65534) may not write into the ledger's folder ${dirname(path)}, which belongs to user 0: ${MEND}`,
    );
    chmodSync(dirname(path), 0o777);
    assert.equal(openAsNobody(), 'done');
    chownSync(path, 0, 0);
    chmodSync(path, 0o666);
    assert.match(
      openAsNobody(),
      /^no-access: others can read it, which belongs to user 0, who alone can change that: chmod/,
    );
  });

  it('says whose folder it is where another user makes it', (t) => {
    if (!isRoot) return t.skip('only root can be somebody else');
    const folder = emptyFolder();
    for (const open of [lostHome, folder]) chmodSync(open, 0o755);
    assert.equal(
      asNobody('make', join(folder, 'new.db')),
      `no-access: this user (65534) may not write into the ledger's folder ${folder}, which belongs to user 0: ${MEND}`,
    );
    assert.deepEqual(readdirSync(folder), []);
  });

  it('leaves to its owner what a command of the administrator makes beside it', async (t) => {
    if (!isRoot) return t.skip('only root can give a file to somebody');
    const path = newFile();
    chownSync(path, NOBODY, NOBODY);
    await filled(path, 1);
    assert.equal(statSync(`${path}-mark`).uid, NOBODY);
  });
});
