import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import type { Ledger } from '../../src/ledger/index.ts';
import { driveSync, type Operation, type Row } from '../../src/ledger/sql.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { folder, newFile } from './sqlite-folder.ts';

/** The ledger's clock, where the store has none of its own. */
export const CLOCK = { toleranceMs: 60_000, store: null };

/** An operation that was carried out, with what it waited for and the statements that it asked for. */
interface Driven<T> {
  result: T;
  locks: string[];
  statements: string[];
}

/** A ledger, and its file as a store of many writers has it. */
interface SharedStore {
  ledger: Ledger;
  db: DatabaseSync;
  /** Carries the operation out. Others do something meanwhile, just before its first statement like that. */
  drive: <T>(operation: Operation<T>, before?: RegExp, meanwhile?: string) => Driven<T>;
}

/** A new store, which is gone after the test. */
export async function sharedStore(t: TestContext, clockToleranceMs?: number): Promise<SharedStore> {
  const home = folder();
  const path = newFile(home);
  const ledger = sqliteLedger(path, clockToleranceMs === undefined ? {} : { clockToleranceMs });
  const db = new DatabaseSync(path);
  t.after(async () => {
    db.close();
    await ledger.close();
    home[Symbol.dispose]();
  });
  const drive = <T>(operation: Operation<T>, before?: RegExp, meanwhile = '') => {
    const locks: string[] = [];
    const statements: string[] = [];
    let isDone = false;
    const result = driveSync(operation, (statement): Row[] => {
      if ('lock' in statement) {
        locks.push(statement.lock);
        return [];
      }
      if (!isDone && before?.test(statement.sql)) {
        isDone = true;
        db.exec(meanwhile);
      }
      statements.push(statement.sql);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is STRICT and has no blobs
      return db.prepare(statement.sql).all(...statement.params) as Row[];
    });
    return { result, locks, statements };
  };
  return { ledger, db, drive };
}
