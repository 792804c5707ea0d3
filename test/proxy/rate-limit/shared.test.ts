import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { openStore } from '../../crash/store.ts';
import { type Databases, openDatabases } from '../../support/databases/databases.ts';
import type { Reply } from '../support/check-reply.ts';
import { setUp } from '../support/setup.ts';

const SECRET = 'a secret of thirty-two bytes or more';
const HOME = '203.0.113.9';

const stores: Record<string, () => Promise<Ledger>> = {
  SQLite: async () => sqliteLedger(':memory:'),
  PostgreSQL: async () => {
    return openStore(await server.createLedger());
  },
};

let server: Databases;
before(async () => {
  server = await openDatabases();
});
after(() => server[Symbol.asyncDispose]());

interface Processes extends AsyncDisposable {
  /** Claims through one of three processes, from an address. */
  claim: (process: number, memberId: string, clientAddress?: string) => Promise<Reply>;
}

/** Three processes on one ledger. */
function processes(ledger: Ledger, limits: object): Processes {
  const config = { limits: { shared: { secret: SECRET }, manyIds: false, ...limits } } as const;
  const open = { ...ledger, close: async () => {} };
  const setups = Array.from({ length: 3 }, () => setUp({ config, ledger: open }));
  return {
    async claim(process, memberId, clientAddress = HOME) {
      const [setup] = setups.slice(process % 3);
      assert.ok(setup);
      return setup.ask('/rewards/actions/daily/claims', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ memberId }),
        clientAddress,
      });
    },
    async [Symbol.asyncDispose]() {
      for (const setup of setups) await setup[Symbol.asyncDispose]();
      await ledger.close();
    },
  };
}

for (const [name, open] of Object.entries(stores)) {
  describe(`limits that several processes share on ${name}`, () => {
    it('let through no more than one process would, however many ask at once', async () => {
      await using all = processes(await open(), { claims: { max: 5 } });
      const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => all.claim(n, `m-${n}`)));
      assert.equal(replies.filter(({ status }) => status === 201).length, 5);
      assert.equal(replies.filter(({ status }) => status === 429).length, 55);
      assert.equal((await all.claim(0, 'm-99', '198.51.100.1')).status, 201);
    });

    it('hold also for whom this process only watches', async () => {
      await using all = processes(await open(), { claims: { max: 5 }, manyIds: { max: 1 } });
      const statuses = [];
      for (let n = 0; n < 12; n += 1) statuses.push((await all.claim(n, `m-${n}`)).status);
      assert.equal(statuses.filter((status) => status === 201).length, 5);
    });

    it('count wrong ids and members together', async () => {
      await using all = processes(await open(), { wrongIds: { max: 2 }, member: { max: 2 } });
      assert.equal((await all.claim(0, '?')).status, 400);
      assert.equal((await all.claim(1, '?')).status, 400);
      assert.equal((await all.claim(2, 'm-1')).status, 429);
      const statuses = [];
      for (const n of [0, 1, 2]) statuses.push((await all.claim(n, 'm-2', `192.0.2.${n}`)).status);
      assert.deepEqual(statuses, [201, 409, 429]);
    });

    it('keep neither addresses nor members', async () => {
      const ledger = await open();
      const kept: string[] = [];
      const consume: Ledger['consume'] = (buckets, now) => {
        kept.push(JSON.stringify(buckets));
        return ledger.consume(buckets, now);
      };
      await using all = processes({ ...ledger, consume }, { manyIds: { max: 3 } });
      await all.claim(0, 'member-to-hide');
      await all.claim(0, '?');
      assert.equal(kept.length, 2);
      assert.doesNotMatch(kept.join(), /203\.0|member-to-hide/);
    });

    it('do not trouble the ledger for whom this process refuses already', async () => {
      const ledger = await open();
      let asked = 0;
      const consume: Ledger['consume'] = (buckets, now) => ((asked += 1), ledger.consume(buckets, now));
      await using all = processes({ ...ledger, consume }, { claims: { max: 2 } });
      for (let n = 0; n < 20; n += 1) await all.claim(0, `m-${n}`);
      assert.equal(asked, 2);
    });
  });
}
