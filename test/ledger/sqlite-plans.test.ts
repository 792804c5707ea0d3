import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { Ledger } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { DAY, HOUR, NOON, POINTS, request, ROLE } from '../../src/ledger/conformance/requests.ts';
import { folder, newFile } from './sqlite-folder.ts';

describe('the SQLite file, as its queries are planned,', () => {
  it('is never read from end to end on the way of a claim, or to recover', async (t) => {
    using home = folder();
    const path = newFile(home);
    const { mock } = t.mock.method(DatabaseSync.prototype, 'prepare');
    const ledger = sqliteLedger(path);
    const caps = { capacity: 9, actionBudget: 900, totalBudget: 900, memberPoints: { points: 900, since: NOON } };
    const idempotency = { key: 'press', fingerprint: 'a' };
    const uses = [{ id: 'token', expiresAt: NOON }];
    const wanted = request({ caps, idempotency, uses, minimumGapMs: HOUR, grants: [POINTS, ROLE] });
    const reservation = await ledger.reserve(wanted);
    assert.ok(reservation.kind === 'reserved');
    const { id } = reservation.claim;
    await ledger.reserve(wanted);
    await ledger.settle(id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
    assert.ok(await ledger.send(id, 1, wanted));
    await ledger.recover(NOON + DAY);
    await ledger.retryable(3);
    await ledger.retryable(3, 'default');
    await ledger.reserve(request({ rule: { repeats: 'rolling', everyHours: 5 } }));
    await ledger.standing(wanted);
    await ledger.seatsTaken('daily');
    await ledger.history(id);
    await ledger.list({ memberId: ['m', 'n'], newestFirst: true });
    await ledger.exportMember('m');
    await ledger.forget('m', NOON);
    await ledger.close();

    const statements = new Set(
      mock.calls.map((call) => call.arguments[0]).filter((sql) => /^\s*(SELECT|UPDATE)/.test(sql)),
    );
    assert.ok(statements.size > 10, String(statements.size));
    const db = new DatabaseSync(path);
    for (const sql of statements) {
      const steps = db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail));
      const whole = steps.filter((step) =>
        /^SCAN (claims|grants|events|idempotency_keys|nonces)(?! USING INDEX)/.test(step),
      );
      assert.deepEqual(whole, [], sql);
    }
    db.close();
  });

  it('orders claims by member once a rule looks at all periods, and not before', async () => {
    using home = folder();
    const path = join(home.path, 'claims.db');
    const orderedByMember = () => {
      using db = new DatabaseSync(path);
      return db.prepare("SELECT name FROM sqlite_master WHERE name = 'claims_of_member'").all().length === 1;
    };
    const rolling = { repeats: 'rolling', everyHours: 5 } as const;
    const rules: Record<string, (ledger: Ledger) => Promise<unknown>> = {
      'a gap': (ledger) => ledger.reserve(request({ minimumGapMs: HOUR })),
      'points of a member': (ledger) => ledger.reserve(request({ caps: { memberPoints: { points: 9, since: NOON } } })),
      'a gap, asked about': (ledger) => ledger.standing(request({ minimumGapMs: HOUR })),
      'points, asked about': (ledger) => ledger.pointsHeld({ memberId: 'm', since: NOON }),
      'another rule': (ledger) => ledger.reserve(request({ rule: rolling })),
      'another rule, asked about': (ledger) => ledger.ruleChanges([{ action: 'daily', rule: rolling }]),
    };
    for (const [name, ask] of Object.entries(rules)) {
      const ledger = sqliteLedger(newFile(home));
      await ledger.reserve(request());
      await ledger.standing(request());
      await ledger.reserve(request({ action: 'break', rule: rolling }));
      await ledger.ruleChanges([{ action: 'break', rule: rolling }]);
      assert.equal(orderedByMember(), false, name);
      await ask(ledger);
      assert.equal(orderedByMember(), true, name);
      await ask(ledger);
      await ledger.close();
      for (const file of [path, `${path}-mark`]) rmSync(file);
    }
  });

  it('finds a rolling period by its member', async (t) => {
    using home = folder();
    const path = newFile(home);
    const { mock } = t.mock.method(DatabaseSync.prototype, 'prepare');
    const ledger = sqliteLedger(path);
    await ledger.reserve(request({ rule: { repeats: 'rolling', everyHours: 5 } }));
    await ledger.close();
    const sql = mock.calls.map((call) => call.arguments[0]).find((text) => text.includes('LIKE'));
    assert.ok(sql);
    using db = new DatabaseSync(path);
    const [plan] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    assert.match(String(plan?.['detail']), /^SEARCH claims USING INDEX claims_rolling/);
  });
});
