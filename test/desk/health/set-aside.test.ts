import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { backUpSqliteLedger, sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { folder, newFile } from '../../ledger/sqlite-folder.ts';
import { deskOn } from '../support.ts';

const BY = { who: 'Wren', why: 'the clock was ahead' };
const FAR_MS = 40_000 * 3_600_000;

describe('a ledger with a claim of a time to come', () => {
  it('is told by what is left, once that claim is set aside', async (t) => {
    using home = folder();
    const path = newFile(home);
    const ledger = sqliteLedger(path);
    t.after(() => ledger.close());
    const now = Date.now();
    await grant(ledger, request({ memberId: 'ahead', now: now + FAR_MS }));
    await ledger.setAside(BY, now);
    const { ask } = deskOn(t, ledger);
    const look = async () => {
      const { findings, newestClaimAt } = (await ask('/api/health')).json();
      const said = findings.filter(({ check }: { check: string }) => check === 'ledger');
      return { newestClaimAt, said: said.map(({ text }: { text: string }) => text) };
    };
    const before = await look();
    assert.equal(before.newestClaimAt, null);
    assert.equal(before.said[0], 'all of its claims were set aside');
    assert.match(before.said[1], /^there is no backup since/);
    const backup = () => backUpSqliteLedger(path, join(home.path, `${crypto.randomUUID()}.db`));
    assert.deepEqual([backup().claims, backup().newestClaimAt], [1, null]);
    await grant(ledger, request({ memberId: 'now', now }));
    assert.deepEqual([backup().claims, backup().newestClaimAt], [2, now]);
    assert.equal((await look()).newestClaimAt, now);
  });
});
