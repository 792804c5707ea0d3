import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reserve } from '../../../src/ledger/claims/reserve.ts';
import { send, settle } from '../../../src/ledger/claims/settle.ts';
import { reserved } from '../../../src/ledger/conformance/bench.ts';
import { NOON, POINTS, request, ROLE } from '../../../src/ledger/conformance/requests.ts';
import { Memory } from '../../../src/ledger/keeping/memory.ts';
import { CLOCK, sharedStore } from '../shared-store.ts';

const GRANTED = { state: 'granted', echo: POINTS, evidence: null } as const;

/** What a statement does to which table. */
const gist = (sql: string) => /^\s*(?:SELECT\b.*?\bFROM|INSERT INTO|UPDATE|DELETE FROM) \w+/s.exec(sql)?.[0].trim();

describe('what a claim asks of its store', () => {
  it('is to write what became of it, and not to read what the process knows', async (t) => {
    const { ledger, drive } = await sharedStore(t);
    const claim = reserved(await ledger.reserve(request()));
    const { statements } = drive(settle(claim.id, 0, GRANTED, NOON, claim));
    assert.deepEqual(statements.map(gist), ['UPDATE grants', 'INSERT INTO events', 'UPDATE claims']);
    // An index of what is set would be written anew.
    assert.doesNotMatch(statements[2] ?? '', /holds/);
  });

  it('is to look for an earlier press only where there was one', async (t) => {
    const { drive } = await sharedStore(t);
    const idempotency = { key: 'a press', fingerprint: 'of a request' };
    const countOf = (memberId: string, change: Parameters<typeof request>[0]) =>
      drive(reserve(request({ memberId, ...change }), new Memory(null), CLOCK)).statements.filter((sql) =>
        sql.includes('FROM idempotency_keys'),
      ).length;
    assert.equal(countOf('1', {}), 1);
    assert.equal(countOf('2', { idempotency }), 1);
    assert.equal(countOf('2', { idempotency }), 2);
  });

  it('is to keep the points of what was granted, and nothing for what is not there', async (t) => {
    const { ledger, db, drive } = await sharedStore(t);
    const claim = reserved(await ledger.reserve(request()));
    const row = () => ({ ...db.prepare('SELECT points, fields FROM claims').get() });
    assert.deepEqual(row(), { points: null, fields: null });
    drive(settle(claim.id, 0, GRANTED, NOON, claim));
    assert.deepEqual(row(), { points: 10, fields: null });
  });

  it('is not to send a grant that the claim no longer has', async (t) => {
    const { ledger, db, drive } = await sharedStore(t);
    const claim = reserved(await ledger.reserve(request({ grants: [POINTS, ROLE] })));
    db.exec('DELETE FROM grants WHERE idx = 1');
    assert.throws(() => drive(send(claim.id, 1, request())), {
      name: 'RangeError',
      message: `claim ${claim.id} has no grant 1`,
    });
  });
});
