import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createStore } from '../../crash/store.ts';
import { openDatabases } from '../../support/databases/databases.ts';
import { run, type Running, start } from '../command.ts';
import { claim, health, memberOf, type Site, siteWith } from './site.ts';

const BY = ['--by', 'Wren', '--why', 'the clock of one machine'];
const AN_HOUR_AHEAD = `data:text/javascript,${encodeURIComponent(`
  const ahead = 60 * 60 * 1000;
  globalThis.Date = class extends Date {
    constructor(...args) {
      if (args.length > 0) super(...args);
      else super(new.target.now());
    }
    static now() {
      return super.now() + ahead;
    }
  };
`)}`;

/** A proxy whose clock is an hour ahead. */
function ahead(t: TestContext, { cwd, env }: Site, ...args: string[]): Running {
  const options = { cwd, env: { ...env, NODE_OPTIONS: `--import=${AN_HOUR_AHEAD}` } };
  return start(t, ['serve', '--port', '0', ...args], options);
}

describe('a clock that is an hour ahead', { concurrency: true }, () => {
  it('stops only the process that has it, where PostgreSQL tells the time', async (t) => {
    await using server = await openDatabases();
    const db = await createStore(await server.createDatabase());
    const site = await siteWith(t, { ledger: false });
    const fast = ahead(t, site, '--db', db);
    const right = site.serve('--db', db);
    assert.deepEqual([await claim(fast, memberOf(1)), await health(fast)], [500, 503]);
    await fast.printed(/this machine's clock is 36\d\d seconds ahead of the database's/);
    assert.deepEqual([await claim(right, memberOf(1)), await health(right)], [201, 200]);
    assert.equal(site.service.calls.length, 1);
    assert.deepEqual([await fast.stop(), await right.stop()], [0, 0]);
  });

  it('is got over by a command, where it made claims', async (t) => {
    const site = await siteWith(t);
    const fast = ahead(t, site);
    assert.equal(await claim(fast, memberOf(1), 'welcome'), 201);
    assert.equal(await fast.stop(), 0);
    const right = site.serve();
    assert.deepEqual([await claim(right, memberOf(2)), await health(right)], [500, 503]);
    await right.printed(/behind the newest claim.*rewards ledger set-aside/);
    const { code, stdout } = await run(['ledger', 'set-aside', ...BY], site);
    assert.deepEqual([code, stdout], [0, '1 claim is set aside, and claims are made again\n']);
    assert.deepEqual([await claim(right, memberOf(2)), await health(right)], [201, 200]);
    assert.equal(await claim(right, memberOf(1), 'welcome'), 409);
    assert.match((await run(['ledger', 'set-aside', ...BY], site)).stdout, /^1 claim is set aside/);
    assert.match((await run(['ledger', 'show'], site)).stdout, /set aside \(Wren: the clock of one machine\)/);
  });
});
