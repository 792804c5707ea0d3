import assert from 'node:assert/strict';
import { backup, DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readPrometheus, valueOf } from '../../proxy/support/prometheus.ts';
import { smallDisk } from '../../support/databases/small-disk.ts';
import { type Running, run } from '../command.ts';
import { claim, health, memberOf, siteWith } from './site.ts';

/** The value of `rewards_store_up`, from the metrics at a port of their own. */
async function storeUp(proxy: Running): Promise<number | undefined> {
  const [, metrics = ''] = await proxy.printed(/"metrics":"(http:[^"]+)"/);
  return valueOf(readPrometheus(await (await fetch(metrics)).text()), 'rewards_store_up');
}

/** Whatever the ledger writes next needs room then: SQLite would write over what it has in its log already. */
function giveBackLog(path: string): void {
  using db = new DatabaseSync(path);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

describe('rewards serve', { concurrency: true }, () => {
  it('is not well while the disk is full, and well again when there is room', async (t) => {
    const disk = smallDisk(t, 6_000_000);
    if (!disk) return;
    const site = await siteWith(t);
    const db = join(disk.path, 'rewards.db');
    assert.equal((await run(['ledger', 'create', '--db', db], site)).code, 0);
    const proxy = site.serve('--db', db, '--metrics-port', '0');
    assert.equal(await claim(proxy, memberOf(1)), 201);
    giveBackLog(db);
    disk.fill();
    assert.deepEqual([await health(proxy), await storeUp(proxy)], [503, 0]);
    assert.equal(await claim(proxy, memberOf(2)), 500);
    await proxy.printed(/the ledger fails, and claims with it/);
    disk.clear();
    assert.equal(await claim(proxy, memberOf(2)), 201);
    assert.deepEqual([await health(proxy), await storeUp(proxy)], [200, 1]);
    assert.equal(site.service.calls.length, 2);
  });

  it('takes no claim once an old copy of the ledger is in its place, not after a restart either', async (t) => {
    const { db, serve, service } = await siteWith(t);
    const proxy = serve('--metrics-port', '0');
    assert.equal(await claim(proxy, memberOf(1)), 201);
    using live = new DatabaseSync(db);
    await backup(live, `${db}.copy`);
    assert.equal(await claim(proxy, memberOf(2)), 201);
    using copy = new DatabaseSync(`${db}.copy`);
    await backup(copy, db);
    assert.equal(await health(proxy), 503);
    assert.deepEqual([await claim(proxy, memberOf(2)), await claim(proxy, memberOf(3))], [500, 500]);
    assert.equal(await storeUp(proxy), 0);
    await proxy.printed(/"level":"error".*an older one than was in use.*rewards ledger restored/);
    assert.equal(await proxy.stop(), 0);

    const again = serve();
    assert.equal(await claim(again, memberOf(2)), 500);
    assert.equal(await health(again), 503);
    await again.printed(/"level":"error".*an older one than was in use/);
    assert.equal(service.calls.length, 2);
  });
});
