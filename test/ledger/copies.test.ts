import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { isWholeWithLog } from '../../src/ledger/sqlite/copies.ts';
import { createSqliteLedger } from '../../src/ledger/sqlite.ts';

it('a ledger that others keep to themselves just now is not taken for a damaged one', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'rewards-copies-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const path = join(home, 'claims.db');
  createSqliteLedger(path);
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE ledger SET epoch = epoch; COMMIT');
  assert.equal(isWholeWithLog(path), true);
});
