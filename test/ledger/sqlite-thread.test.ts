import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { LedgerError } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { rowsSql, SQLITE as SQLITE_SPELLING } from '../bench/growth-rows.ts';
import { request } from '../../src/ledger/conformance/requests.ts';
import { folder, newFile } from './sqlite-folder.ts';

/** Claims of so many members, as the ledger itself would have left them. */
function fillWithClaims(path: string, count: number): void {
  using db = new DatabaseSync(path);
  for (const sql of rowsSql({ members: count, days: 1 }, SQLITE_SPELLING)) db.exec(sql);
}

describe('the SQLite thread', () => {
  it('does not start for a file that cannot be opened', () => {
    using home = folder();
    assert.throws(() => sqliteLedger(join(home.path, 'missing', 'claims.db'), { thread: true }), LedgerError);
  });

  it('hands errors over with their code', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path, { thread: true });
    await ledger.check();
    const db = new DatabaseSync(path);
    db.exec('DROP TABLE events');
    db.close();
    await assert.rejects(ledger.reserve(request()), (error) => {
      return error instanceof LedgerError && error.code === 'sqlite-1' && /no such table: events/.test(error.message);
    });
    await assert.rejects(ledger.settle('none', 0, { state: 'granted', evidence: null }, 0), RangeError);
    await ledger.close();
  });

  it('makes a claim while somebody goes through all that there are', async () => {
    using home = folder();
    const path = newFile(home);
    fillWithClaims(path, 20_000);
    const ledger = sqliteLedger(path, { thread: true });
    // A thread may take longer to start than all the looks.
    await ledger.reserve(request({ memberId: 'nobody' }));
    await ledger.list({ action: 'nothing' });
    const ended: string[] = [];
    const looks = Array.from({ length: 300 }, async () => {
      await ledger.list({ action: 'nothing' });
      ended.push('look');
    });
    const claim = ledger.reserve(request({ memberId: 'somebody' })).then(() => ended.push('claim'));
    await Promise.all([...looks, claim]);
    await ledger.close();
    assert.ok(ended.indexOf('claim') < looks.length, 'the claim waited for all who looked');
  });

  it('shows at once what was claimed, to anyone who looks, also after the one for that could not start', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path, { thread: true });
    await ledger.check();
    renameSync(path, `${path}.away`);
    await assert.rejects(ledger.list({}), LedgerError);
    renameSync(`${path}.away`, path);
    for (let n = 0; n < 50; n += 1) {
      const memberId = `member-${n}`;
      // oxlint-disable-next-line no-await-in-loop -- each is looked for as soon as it is there
      const reservation = await ledger.reserve(request({ memberId }));
      // oxlint-disable-next-line no-await-in-loop
      const [found] = await ledger.list({ memberId });
      assert.ok(reservation.kind === 'reserved' && found?.id === reservation.claim.id);
    }
    await ledger.close();
  });

  it('carries out what was asked for before it is closed', async () => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path, { thread: true });
    const reservation = ledger.reserve(request());
    await ledger.close();
    assert.equal((await reservation).kind, 'reserved');
    await assert.rejects(ledger.check(), /the ledger's thread/);
    const again = sqliteLedger(path);
    assert.equal((await again.list({})).length, 1);
    await again.close();
  });

  it('lets the process end that has nothing more to ask', async () => {
    using home = folder();
    const code = `import { createSqliteLedger, sqliteLedger } from ${JSON.stringify(new URL('../../src/ledger/sqlite.ts', import.meta.url).href)};
      const ledger = sqliteLedger(${JSON.stringify(newFile(home))}, { thread: true });
      await ledger.check();
      console.log('checked');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
    assert.equal(stdout, 'checked\n');
  });
});
