import assert from 'node:assert/strict';
import { rename, stat, truncate } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { run } from '../command.ts';
import { claim, health, memberOf, siteWith } from './site.ts';
import { allOr } from '../../support/thorough.ts';

const WAYS: { name: string; share: number; signal: NodeJS.Signals; atRestart: RegExp }[] = [
  {
    name: 'in half',
    share: 0.5,
    signal: 'SIGTERM',
    atRestart: /rewards\.db: .* malformed\. .*put a backup in its place/,
  },
  {
    name: 'in half, and which is killed',
    share: 0.5,
    signal: 'SIGKILL',
    atRestart: /does not go with .*put a backup in its/,
  },
  // SQLite may write its log into the file as it closes that, so that the file is no longer empty.
  {
    name: 'to nothing',
    share: 0,
    signal: 'SIGTERM',
    atRestart: /rewards\.db(: .* malformed\.| is empty).*put a backup in its place/,
  },
  { name: 'to nothing, and which is killed', share: 0, signal: 'SIGKILL', atRestart: /is empty.*put a backup in its/ },
];

/** How many bytes the log beside the database has. */
async function logSize(db: string): Promise<number> {
  return (await stat(`${db}-wal`).catch(() => ({ size: 0 }))).size;
}

describe(
  'nobody is paid, and nobody twice, by a proxy whose ledger was cut while it ran',
  { concurrency: true },
  () => {
    for (const { name, share, signal, atRestart } of allOr(WAYS.slice(0, 2), WAYS)) {
      it(name, async (t) => {
        const site = await siteWith(t);
        const { db, service } = site;
        const proxy = site.serve();
        const claims = async (...numbers: number[]) =>
          Promise.all(numbers.map((number) => claim(proxy, memberOf(number))));
        assert.deepEqual(await claims(1), [201]);
        assert.equal((await run(['backup', '--to', `${db}.copy`], site)).code, 0);
        assert.deepEqual(await claims(2), [201]);
        await truncate(db, Math.floor((await stat(db)).size * share));
        assert.deepEqual(await claims(1, 2, 3), [500, 500, 500]);
        assert.equal(await health(proxy), 503);
        await proxy.printed(/"level":"error".*rewards\.db was overwritten or cut off .*put a backup in their place/);
        await proxy.stop(signal);

        const left = await logSize(db);
        const { code, stderr } = await run(['serve', '--port', '0'], site);
        assert.equal(code, 1);
        assert.match(stderr, atRestart);
        assert.match(stderr, /^rewards: [^\n]+\n$/);
        const doctor = await run(['doctor'], site);
        assert.equal(doctor.code, 1);
        if (share === 0 && signal === 'SIGKILL') {
          assert.match(doctor.stdout, /fail {2}ledger +.*rewards\.db is empty/);
          assert.deepEqual([left > 0, await logSize(db)], [true, left]);
        }

        for (const suffix of ['', '-wal', '-shm']) await rename(db + suffix, `${db}.cut${suffix}`).catch(() => {});
        await rename(`${db}.copy`, db);
        const restored = site.serve();
        assert.equal(await claim(restored, memberOf(2)), 500);
        assert.equal((await run(['ledger', 'restored', '--by', 'Wren', '--why', 'it was cut'], site)).code, 0);
        assert.deepEqual([await claim(restored, memberOf(1)), await claim(restored, memberOf(2))], [409, 202]);
        const paid = service.calls.filter(({ path }) => path === '/1/points/award');
        assert.equal(paid.length, 2);
      });
    }
  },
);
