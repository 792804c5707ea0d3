import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { run } from '../command.ts';
import { claim, memberOf, siteWith } from './site.ts';

describe('a ledger that is not there', { concurrency: true }, () => {
  it('is an error at the start that says what to type, and nothing is made', async (t) => {
    const site = await siteWith(t, { ledger: false });
    const served = await run(['serve', '--port', '0'], site);
    assert.deepEqual([served.code, served.stdout], [1, '']);
    assert.equal(
      served.stderr,
      `rewards: there is no ledger ${site.db}. Is its disk there, and the path right? Only if there never was one, make it: npx rewards ledger create --db '${site.db}'\n`,
    );
    for (const args of [
      ['claims', 'list'],
      ['member', 'export', memberOf(1)],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const { code, stderr } = await run(args, site);
      assert.deepEqual([code, stderr], [1, served.stderr]);
    }
    assert.deepEqual(await readdir(site.cwd), ['rewards.config.json']);
  });

  it('is none where the file is empty, or some other database', async (t) => {
    const site = await siteWith(t, { ledger: false });
    await writeFile(site.db, '');
    const { code, stderr } = await run(['serve', '--port', '0'], site);
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: \S+rewards\.db is empty, and so no ledger\. Is the path right\? .+\n$/);
    const other = join(dirname(site.db), 'other.db');
    const make = `new (require('node:sqlite').DatabaseSync)(${JSON.stringify(other)}).exec('CREATE TABLE notes (note TEXT); PRAGMA user_version = 3')`;
    await run([], { node: ['-e', make] });
    const refused = await run(['serve', '--port', '0', '--db', other], site);
    assert.deepEqual([refused.code, refused.stderr], [1, `rewards: ${other} is no ledger. Is the path right?\n`]);
  });
});

describe('rewards ledger create', { concurrency: true }, () => {
  it('makes a ledger that the proxy then opens, readable by its owner alone, and leaves no log beside it', async (t) => {
    const site = await siteWith(t, { ledger: false });
    const { code, stdout, stderr } = await run(['ledger', 'create'], site);
    assert.deepEqual([code, stdout, stderr], [0, `made the ledger ${site.db}\n`, '']);
    assert.deepEqual((await readdir(site.cwd)).toSorted(), ['rewards.config.json', 'rewards.db']);
    const proxy = site.serve();
    assert.equal(await claim(proxy, memberOf(1)), 201);
    assert.equal(await proxy.stop(), 0);
    assert.deepEqual((await readdir(site.cwd)).toSorted(), ['rewards.config.json', 'rewards.db', 'rewards.db-mark']);
  });

  it('leaves what is there as it is, be it only the log of a ledger that was lost', async (t) => {
    const site = await siteWith(t);
    const proxy = site.serve();
    assert.equal(await claim(proxy, memberOf(1)), 201);
    await proxy.stop('SIGKILL');
    assert.ok(existsSync(`${site.db}-wal`));
    const there = await run(['ledger', 'create'], site);
    assert.deepEqual([there.code, there.stdout], [1, '']);
    assert.match(
      there.stderr,
      /^rewards: there is .*rewards\.db already, and it stays as it is: no ledger was made\n$/,
    );
    await rename(site.db, `${site.db}.away`);
    const logAlone = await run(['ledger', 'create'], site);
    assert.match(logAlone.stderr, /^rewards: there is .*rewards\.db-wal already/);
    await rename(`${site.db}.away`, site.db);
    assert.equal(await claim(site.serve(), memberOf(1)), 409);
  });

  it('leaves nothing behind where it cannot make one', async (t) => {
    const site = await siteWith(t, { ledger: false });
    const { code, stderr } = await run(['ledger', 'create', '--db', join(site.cwd, 'nowhere', 'rewards.db')], site);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^rewards: no ledger was made at .*, because there is no folder .*nowhere\. .*make the folder first\n$/,
    );
  });
});
