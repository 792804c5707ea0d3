import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteLedger } from '../../src/ledger/sqlite.ts';

/** A folder for as long as it is in use. */
export function folder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'rewards-ledger-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A new ledger in the folder. */
export function newFile(home: { path: string }): string {
  const path = join(home.path, 'claims.db');
  createSqliteLedger(path);
  return path;
}
