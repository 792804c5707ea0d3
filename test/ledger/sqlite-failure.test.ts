import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { LedgerError } from '../../src/ledger/index.ts';
import { ledgerError } from '../../src/ledger/sqlite/failure.ts';

/** What SQLite throws where another connection has the file. */
function busy(): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'rewards-busy-'));
  const path = join(folder, 'rewards.db');
  try {
    using holder = new DatabaseSync(path);
    holder.exec('BEGIN EXCLUSIVE');
    using other = new DatabaseSync(path, { timeout: 0 });
    other.exec('BEGIN IMMEDIATE');
    return null;
  } catch (error) {
    return error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What SQLite throws on a disk that knows no locks (`SQLITE_IOERR_LOCK`). */
const noLocks = (): unknown => Object.assign(new Error('disk I/O error'), { errcode: 3850 });

function saidOf(error: unknown): string {
  const said = ledgerError('the ledger a.db failed', error);
  assert.ok(said instanceof LedgerError);
  return said.message;
}

describe('a SQLite ledger says what to do', () => {
  it('where another program holds the file', () => {
    assert.equal(
      saidOf(busy()),
      'the ledger a.db failed: database is locked. Another program holds it, such as a backup or a shell of SQLite, or it is on a network disk, where no ledger can be kept',
    );
  });

  it('where the disk fails it, or cannot lock files', () => {
    assert.equal(
      saidOf(noLocks()),
      'the ledger a.db failed: disk I/O error. Is its disk full, mounted read-only, broken or gone? On a disk that cannot lock files, as many network disks, no ledger can be kept',
    );
  });
});
