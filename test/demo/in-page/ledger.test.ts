import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import initSqlJs from 'sql.js';
import { lazyLedger } from '../../../demo/in-page/lazy-ledger.ts';
import { PageStore } from '../../../demo/in-page/page-store.ts';
import { type Ledger, LedgerError, periodAt } from '../../../src/ledger/index.ts';
import { sqlLedger } from '../../../src/ledger/sql-ledger.ts';
import { conformance } from '../../../src/ledger/conformance/suite.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { FORGET_IDENTITY } from '../../ledger/sqlite-folder.ts';

const NOW = Date.UTC(2026, 2, 1, 12);

const { Database } = await initSqlJs();

const openLedger = async () => sqlLedger(new PageStore(new Database()));

/** The tables of a ledger that has no identity yet: to make them for each test takes longer than the tests do. */
const tables = await (async () => {
  const database = new Database();
  const store = new PageStore(database);
  database.exec(FORGET_IDENTITY);
  const bytes = database.export();
  await store.close();
  return bytes;
})();

conformance('SQLite as WebAssembly, opened when it is needed', async () => {
  const ledger = lazyLedger(async () => sqlLedger(new PageStore(new Database(tables))));
  return {
    store: new PageStore(new Database(tables)),
    ledger,
    other: () => Promise.resolve(ledger),
    [Symbol.asyncDispose]: () => ledger.close(),
  };
});

describe('the ledger of a page', () => {
  it('is not opened for what is known of an empty one', async () => {
    let opened = 0;
    const ledger = lazyLedger(() => {
      opened += 1;
      return openLedger();
    });
    const rule = { repeats: 'daily', timeZone: 'Europe/London' } as const;
    assert.deepEqual(await ledger.ruleChanges([{ action: 'daily', rule }]), []);
    assert.deepEqual(await ledger.recover(0), []);
    assert.deepEqual(await ledger.retryable(9), []);
    assert.equal(await ledger.seatsTaken('meetup'), 0);
    assert.equal(await ledger.pointsHeld({ action: 'daily' }), 0);
    assert.deepEqual(await ledger.unknown(), { count: 0, oldestAt: null });
    await ledger.setReceivers([], 0);
    assert.equal(opened, 0);
    await ledger.reserve(request());
    assert.equal(await ledger.seatsTaken(request().action), 1);
    assert.equal(opened, 1);
  });

  it('says before it is opened what an empty one says of where a member stands', async () => {
    const empty = await openLedger();
    for (const repeats of ['daily', 'once'] as const) {
      const query = {
        action: 'daily',
        memberId: '739204618530271847',
        period: periodAt({ repeats, timeZone: 'Europe/London' }, NOW),
        now: NOW,
      };
      const unopened = lazyLedger(() => Promise.reject(new Error('it is opened')));
      // oxlint-disable-next-line no-await-in-loop -- two
      assert.deepEqual(await unopened.standing(query), await empty.standing(query));
    }
  });

  it('keeps nobody waiting while it is only being prepared', async () => {
    const opening = Promise.withResolvers<Ledger>();
    const ledger = lazyLedger(() => opening.promise);
    const prepared = ledger.prepare();
    assert.equal(await ledger.seatsTaken('meetup'), 0);
    assert.deepEqual(await ledger.recover(0), []);
    const claimed = ledger.reserve(request());
    const taken = ledger.seatsTaken(request().action);
    opening.resolve(await openLedger());
    await prepared;
    assert.equal((await claimed).kind, 'reserved');
    assert.equal(await taken, 1);
  });

  it('can be opened again where it could not be loaded', async () => {
    let tries = 0;
    const ledger = lazyLedger(async () => {
      tries += 1;
      if (tries < 3) throw new TypeError('Failed to fetch');
      return openLedger();
    });
    await ledger.prepare();
    await assert.rejects(ledger.find('anything'), TypeError);
    assert.equal(await ledger.find('anything'), null);
  });

  it('undoes an operation that fails, and goes on', async () => {
    const ledger = await openLedger();
    await assert.rejects(ledger.reserve(request({ deadline: Number.NaN })), LedgerError);
    assert.deepEqual(await ledger.list({}), []);
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    await ledger.close();
    await assert.rejects(ledger.find('anything'), LedgerError);
  });
});
