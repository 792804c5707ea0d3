import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { request } from '../../src/ledger/conformance/requests.ts';

/** Where all of them are. */
export const lostHome = mkdtempSync(join(tmpdir(), 'rewards-lost-'));
after(() => rmSync(lostHome, { recursive: true, force: true }));

/** A new ledger in a folder of its own. */
export function newFile(): string {
  const path = join(mkdtempSync(join(lostHome, 'ledger-')), 'claims.db');
  createSqliteLedger(path);
  return path;
}

/** Has so many claims made in the ledger, and stops it. */
export async function filled(path: string, claims: number): Promise<string> {
  const ledger = sqliteLedger(path);
  for (let n = 0; n < claims; n += 1) await ledger.reserve(request({ memberId: `other-${n}` }));
  await ledger.close();
  return path;
}

/** Keeps in the log what is claimed until this is disposed of, however long that takes: SQLite changes no file that somebody reads. */
export function keptInLog(path: string): Disposable {
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT id FROM ledger').get();
  return { [Symbol.dispose]: () => reader.close() };
}
