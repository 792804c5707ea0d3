import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reserved } from '../../../src/ledger/conformance/bench.ts';
import { NOON, POINTS, request } from '../../../src/ledger/conformance/requests.ts';
import type { Settlement } from '../../../src/ledger/index.ts';
import type { Operation, Row } from '../../../src/ledger/operation.ts';
import { sqlLedger, type Store } from '../../../src/ledger/sql-ledger.ts';
import { SqliteStore } from '../../../src/ledger/sqlite/store.ts';
import { UnderWay } from '../../../src/ledger/claims/under-way.ts';

const GRANTED: Settlement = { state: 'granted', attempt: 1, echo: POINTS, evidence: null };
const REFUSED: Settlement = { state: 'refused', attempt: 1, evidence: null };

/** A ledger in memory, and the statements that it has run since somebody last asked. */
function openNoted() {
  const store = new SqliteStore(':memory:');
  let noted: string[] = [];
  function* noting<T>(operation: Operation<T>): Operation<T> {
    let step = operation.next();
    while (!step.done) {
      if ('sql' in step.value) noted.push(step.value.sql);
      const rows: Row[] = yield step.value;
      step = operation.next(rows);
    }
    return step.value;
  }
  const ledger = sqlLedger({
    transact: (operation) => store.transact(() => noting(operation())),
    read: (operation) => store.read(() => noting(operation())),
    close: () => store.close(),
  } satisfies Store);
  const statements = () => {
    const some = noted;
    noted = [];
    return some;
  };
  return { ledger, statements };
}

describe('a claim that this process has made', () => {
  for (const [settlement, count] of [
    [GRANTED, 3],
    [REFUSED, 4],
  ] as const) {
    it(`is not read again when it is settled as ${settlement.state}`, async () => {
      const { ledger, statements } = openNoted();
      const { id } = reserved(await ledger.reserve(request()));
      statements();
      const settled = await ledger.settle(id, 0, settlement, NOON);
      const ran = statements();
      assert.equal(ran.length, count);
      assert.deepEqual(
        ran.filter((sql) => sql.startsWith('SELECT')),
        [],
      );
      assert.deepEqual(await ledger.find(id), settled);
      await ledger.close();
    });
  }

  it('has its slot written anew only where it gives that back', async () => {
    const { ledger, statements } = openNoted();
    const { id } = reserved(await ledger.reserve(request()));
    await ledger.settle(id, 0, { state: 'unknown', evidence: null }, NOON);
    assert.ok(!statements().some((sql) => /UPDATE claims SET .*holds/.test(sql)));
    await ledger.settle(id, 0, REFUSED, NOON);
    assert.ok(statements().some((sql) => /UPDATE claims SET .*holds/.test(sql)));
    await ledger.close();
  });
});

describe('claims under way', () => {
  const claimOf = async (grants = [POINTS]) => {
    const { ledger } = openNoted();
    const claim = reserved(await ledger.reserve(request({ grants })));
    await ledger.close();
    return claim;
  };

  it('are known once, and not where there are several grants', async () => {
    const underWay = new UnderWay();
    const one = await claimOf();
    const several = { ...one, id: 'several', grants: [...one.grants, ...one.grants] };
    underWay.add(one);
    underWay.add(several);
    assert.equal(underWay.take(one.id), one);
    assert.equal(underWay.take(one.id), null);
    assert.equal(underWay.take(several.id), null);
  });

  it('are no more than there is room for: the oldest go', async () => {
    const underWay = new UnderWay();
    const claim = await claimOf();
    for (let n = 0; n <= 10_000; n += 1) underWay.add({ ...claim, id: String(n) });
    assert.equal(underWay.take('0'), null);
    assert.equal(underWay.take('1')?.id, '1');
    assert.equal(underWay.take('10000')?.id, '10000');
  });
});
