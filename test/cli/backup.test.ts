import assert from 'node:assert/strict';
import { mkdir, readdir, readlink, stat, symlink, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createStore } from '../crash/store.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { folderWithLedger, run, start } from './command.ts';
import { claim, memberOf, siteWith } from './ledger/site.ts';

/** Puts a row into the ledger that its schema forbids. */
function spoil(path: string): void {
  using db = new DatabaseSync(path, { defensive: false });
  const rewrite = (from: string, to: string) =>
    db.exec(`PRAGMA writable_schema = 1;
      UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = 'tallies';
      PRAGMA writable_schema = RESET`);
  rewrite('points INTEGER NOT NULL', 'points INTEGER');
  db.exec("INSERT INTO tallies (action, claims, points) VALUES ('daily', 1, NULL)");
  rewrite('points INTEGER', 'points INTEGER NOT NULL');
}

describe('rewards backup', { concurrency: true }, () => {
  it('writes a whole copy for its owner alone, and the ledger knows when', async (t) => {
    const site = await siteWith(t);
    const proxy = site.serve();
    await Promise.all(Array.from({ length: 20 }, (_, n) => claim(proxy, memberOf(n))));
    const { code, stdout } = await run(['backup', '--to', site.cwd], site);
    assert.equal(code, 0);
    const [, path = ''] = /^(.*\/rewards-\d{4}-\d\d-\d\dT\d{6}Z\.db): 20 claims/.exec(stdout) ?? [];
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    using db = new DatabaseSync(path, { readOnly: true });
    assert.equal(db.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
    assert.deepEqual(
      (await readdir(site.cwd)).filter((name) => /partial|journal/.test(name)),
      [],
    );
    assert.match((await run(['ledger', 'show'], site)).stdout, /^backup {8}20\d\d-/m);
    assert.equal(await claim(proxy, memberOf(30)), 201);
  });

  it('leaves nothing half written where Ctrl-C ends it', async (t) => {
    const cwd = await folderWithLedger(t);
    await mkdir(join(cwd, 'copies'));
    using other = new DatabaseSync(join(cwd, 'rewards.db'));
    other.exec("PRAGMA locking_mode = EXCLUSIVE; INSERT INTO trials (id, written) VALUES ('other', '')");
    const begins = watch(join(cwd, 'copies'));
    const running = start(t, ['backup', '--to', 'copies/'], { cwd });
    for await (const { filename } of begins) if (filename?.endsWith('.partial')) break;
    await running.stop('SIGINT');
    assert.equal(running.child.signalCode, 'SIGINT');
    assert.deepEqual(await readdir(join(cwd, 'copies')), []);
  });

  it('makes no copy of a ledger that is damaged', async (t) => {
    const site = await siteWith(t);
    spoil(site.db);
    const { code, stderr } = await run(['backup', '--to', site.cwd], site);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^rewards: no backup of .*rewards\.db was made, since it is damaged: NULL value in tallies\.points\n$/,
    );
    assert.deepEqual(
      (await readdir(site.cwd)).filter((name) => /^rewards-|partial/.test(name)),
      [],
    );
  });

  it('replaces nothing unless told to, and makes nothing out of nothing', async (t) => {
    const site = await siteWith(t);
    const to = join(site.cwd, 'copy.db');
    await writeFile(to, 'mine');
    const refused = await run(['backup', '--to', to], site);
    assert.deepEqual([refused.code, /there is a file .*copy\.db already/.test(refused.stderr)], [1, true]);
    assert.equal((await run(['backup', '--to', to, '--force'], site)).code, 0);
    assert.equal((await run(['backup'], site)).code, 2);
    const missing = await run(['backup', '--db', 'nowhere.db', '--to', join(site.cwd, 'other.db')], site);
    assert.match(missing.stderr, /^rewards: there is no ledger .*nowhere\.db/);
    assert.ok(!(await readdir(site.cwd)).some((name) => name.startsWith('other')));
  });

  it('replaces nothing that another one has written meanwhile', async (t) => {
    const cwd = await folderWithLedger(t);
    const made = await Promise.all([1, 2, 3].map(() => run(['backup', '--to', 'copy.db'], { cwd, fresh: true })));
    assert.equal(made.filter(({ code }) => code === 0).length, 1);
    for (const { code, stderr } of made)
      if (code === 1) assert.match(stderr, /there is a file \S+copy\.db (?:by now|already)/);
    assert.deepEqual(
      (await readdir(cwd)).filter((name) => name.startsWith('copy')),
      ['copy.db'],
    );
    assert.equal((await stat(join(cwd, 'copy.db'))).nlink, 1);
  });

  it('replaces no link that leads nowhere', async (t) => {
    const cwd = await folderWithLedger(t);
    await symlink('elsewhere.db', join(cwd, 'copy.db'));
    const { code, stderr } = await run(['backup', '--to', 'copy.db'], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /there is a file \S+copy\.db by now/);
    assert.equal(await readlink(join(cwd, 'copy.db')), 'elsewhere.db');
  });

  it('takes no name of a folder that is not there for that of a file', async (t) => {
    const cwd = await folderWithLedger(t);
    for (const to of ['copies/', 'copies/rewards.db']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const { code, stderr } = await run(['backup', '--to', to], { cwd });
      assert.equal(code, 1);
      assert.match(stderr, /^rewards: there is no folder \S+copies: make it first, with mkdir -p\n$/);
    }
    await mkdir(join(cwd, 'copies'));
    const { stdout } = await run(['backup', '--to', 'copies/'], { cwd });
    assert.match(stdout, /copies\/rewards-\S+\.db: 0 claims/);
  });

  it('takes note of a backup that PostgreSQL made of its own', async (t) => {
    await using server = await openDatabases();
    const db = await createStore(await server.createDatabase());
    const site = await siteWith(t, { ledger: false });
    const file = await run(['backup', '--db', db, '--to', 'copy.db'], site);
    assert.deepEqual([file.code, /pg_dump --schema rewards/.test(file.stderr)], [1, true]);
    assert.match(
      (await run(['ledger', 'show', '--db', db], site)).stdout,
      /^backup {8}none since it was made or put back$/m,
    );
    assert.match((await run(['backup', '--db', db, '--made'], site)).stdout, /^noted: .* which has 0 claims$/m);
    assert.match((await run(['ledger', 'show', '--db', db], site)).stdout, /^backup {8}20\d\d-/m);
  });
});
