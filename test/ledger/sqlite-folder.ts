import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { once } from '../../src/common/once.ts';
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

/** Leaves a new ledger without its identity: whoever opens it next gives it one of its own. */
export const FORGET_IDENTITY = 'DELETE FROM ledger; DELETE FROM salts';

/** The bytes of a ledger that has its tables, and no identity. */
const nameless = once(() => {
  using home = folder();
  const path = newFile(home);
  const db = new DatabaseSync(path);
  db.exec(FORGET_IDENTITY);
  db.close();
  return readFileSync(path);
});

/** The same as a new ledger, once it is opened, which gives it its identity: to make the tables takes longer than most tests do. */
export function newFileByCopy(home: { path: string }): string {
  const path = join(home.path, 'claims.db');
  writeFileSync(path, nameless(), { mode: 0o600 });
  return path;
}
