import assert from 'node:assert/strict';
import { copyFile, rename, rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createSqliteLedger } from '../../../src/ledger/sqlite.ts';
import { run } from '../command.ts';
import { claim, health, memberOf, type Site, siteWith } from './site.ts';
import { allOr } from '../../support/thorough.ts';

/** A ledger of another site, in a file beside the one of this. */
function otherLedger({ db }: Site): string {
  const path = `${db}.other`;
  createSqliteLedger(path);
  return path;
}

/** Some of what may happen to the file, and what the log then says of it. */
const WAYS: Record<string, { lose: (site: Site) => Promise<unknown>; said: RegExp }> = {
  removed: { lose: ({ db }) => rm(db), said: /rewards\.db is not there any more/ },
  'replaced by a new ledger': {
    lose: async (site) => rename(otherLedger(site), site.db),
    said: /another file is at .*rewards\.db now/,
  },
  'overwritten in place by another ledger': {
    lose: async (site) => copyFile(otherLedger(site), site.db),
    said: /was overwritten or cut off/,
  },
};

describe(
  'a proxy whose ledger is lost under it takes no claim, and says so, when the file was',
  { concurrency: true },
  () => {
    const ways = Object.entries(WAYS);
    // The ledger notices each way by itself, as its own tests hold.
    for (const [way, { lose, said }] of allOr(ways.slice(0, 1), ways)) {
      it(way, async (t) => {
        const site = await siteWith(t);
        const proxy = site.serve();
        assert.deepEqual([await claim(proxy, memberOf(1)), await health(proxy)], [201, 200]);
        await lose(site);
        for (let n = 2; n < 6; n += 1) {
          // oxlint-disable-next-line no-await-in-loop -- each of them is one that would be paid
          assert.equal(await claim(proxy, memberOf(n)), 500);
        }
        assert.equal(site.service.calls.length, 1);
        assert.equal(await health(proxy), 503);
        await proxy.printed(said);
        await proxy.printed(/"level":"error".*the ledger does not work/);
      });
    }
  },
);

describe('a proxy whose ledger was lost', { concurrency: true }, () => {
  it('takes claims again once the same file is back', async (t) => {
    const { db, serve, service } = await siteWith(t);
    const proxy = serve();
    assert.equal(await claim(proxy, memberOf(1)), 201);
    await rename(db, `${db}.away`);
    assert.equal(await claim(proxy, memberOf(2)), 500);
    await rename(`${db}.away`, db);
    assert.equal(await claim(proxy, memberOf(1)), 409);
    assert.equal(await claim(proxy, memberOf(3)), 201);
    assert.equal(await health(proxy), 200);
    assert.equal(service.calls.length, 2);
  });

  it('goes on where the file was only touched, or tidied up by its owner', async (t) => {
    const { db, serve } = await siteWith(t);
    const proxy = serve();
    assert.equal(await claim(proxy, memberOf(1)), 201);
    const tidied = await run([], {
      node: [
        '-e',
        `new (require('node:sqlite').DatabaseSync)(${JSON.stringify(db)}).exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')`,
      ],
    });
    assert.deepEqual([tidied.code, tidied.stderr], [0, '']);
    assert.deepEqual([await claim(proxy, memberOf(1)), await claim(proxy, memberOf(2))], [409, 201]);
    assert.equal(await health(proxy), 200);
  });

  it('writes what its log held into the file when it is stopped', async (t) => {
    const { db, serve } = await siteWith(t);
    const proxy = serve();
    assert.equal(await claim(proxy, memberOf(1)), 201);
    await rm(`${db}-wal`);
    assert.equal(await claim(proxy, memberOf(2)), 500);
    assert.equal(await proxy.stop(), 0);
    const again = serve();
    assert.deepEqual([await claim(again, memberOf(1)), await claim(again, memberOf(2))], [409, 201]);
  });
});
