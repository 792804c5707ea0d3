import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { checkKeyUse } from '../../src/cli/doctor/check-key-use.ts';
import { Findings } from '../../src/common/finding.ts';
import { NOON, request } from '../../src/ledger/conformance/requests.ts';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';

describe('rewards doctor, on what became of the key', () => {
  for (const [status, level] of [
    [401, 'fail'],
    [403, 'fail'],
    [404, 'ok'],
  ] as const) {
    it(`says ${level} where the last claim was refused with ${status}`, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'key-use-'));
      t.after(() => rm(folder, { recursive: true }));
      const path = join(folder, 'rewards.db');
      createSqliteLedger(path);
      const ledger = sqliteLedger(path);
      const reserved = await ledger.reserve(request());
      assert.ok('claim' in reserved);
      await ledger.settle(reserved.claim.id, 0, { state: 'refused', evidence: { status } }, NOON);
      await ledger.close();
      const db = new DatabaseSync(path, { readOnly: true });
      const findings = new Findings();
      const services = [{ name: 'service', inLedger: reserved.claim.service }];
      await checkKeyUse(async (sql, ...values) => db.prepare(sql).all(...values), services, findings);
      db.close();
      assert.deepEqual(
        findings.all.map((found) => found.level),
        [level],
      );
    });
  }
});
