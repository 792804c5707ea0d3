import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { checkKeyUse } from '../../src/cli/doctor/check-key-use.ts';
import { Findings } from '../../src/common/finding.ts';
import { reserved } from '../../src/ledger/conformance/bench.ts';
import { NOON, request } from '../../src/ledger/conformance/requests.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { folderWithLedger } from './command.ts';

describe('rewards doctor, on what became of the key', () => {
  for (const [status, level] of [
    [401, 'fail'],
    [403, 'fail'],
    [404, 'ok'],
  ] as const) {
    it(`says ${level} where the last claim was refused with ${status}`, async (t) => {
      const path = join(await folderWithLedger(t), 'rewards.db');
      const ledger = sqliteLedger(path);
      const { id, service } = reserved(await ledger.reserve(request()));
      await ledger.settle(id, 0, { state: 'refused', evidence: { status } }, NOON);
      await ledger.close();
      const db = new DatabaseSync(path, { readOnly: true });
      const findings = new Findings();
      const services = [{ name: 'service', inLedger: service }];
      await checkKeyUse(async (sql, ...values) => db.prepare(sql).all(...values), services, findings);
      db.close();
      assert.deepEqual(
        findings.all.map((found) => found.level),
        [level],
      );
    });
  }
});
