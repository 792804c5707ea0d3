import assert from 'node:assert/strict';
import { mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { folderWith, run } from '../command.ts';
import { filesIn, projectOf, scaffold } from './scaffold.ts';

describe('rewards init, and the files of a project', { concurrency: true }, () => {
  it('leaves alone the example of .env that a project has, and writes one of another name', async (t) => {
    const theirs = 'DATABASE_URL="file:./db.sqlite"\n';
    const manifest = JSON.stringify({ dependencies: { next: '16' } });
    const cwd = await folderWith(t, { 'package.json': manifest, '.env.example': theirs, '.env': theirs });
    const { code, stdout } = await run(['init', '--yes'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^ {2}\.env\.rewards\.example$/m);
    assert.match(stdout, /^ {2}\(echo; cat \.env\.rewards\.example\) >> \.env$/m);
    assert.equal(await readFile(join(cwd, '.env.example'), 'utf8'), theirs);
    assert.equal(await readFile(join(cwd, '.env'), 'utf8'), theirs);
    assert.match(await readFile(join(cwd, '.env.rewards.example'), 'utf8'), /^REWARDS_API_KEY=emu_/m);
    // Its own it does not take for the project's.
    await rm(join(cwd, '.env.rewards.example'));
    await writeFile(join(cwd, '.env.example'), 'REWARDS_API_KEY=emu_old\n');
    assert.equal((await run(['init', '--yes', '--force'], { cwd })).code, 0);
    assert.match(await readFile(join(cwd, '.env.example'), 'utf8'), /^REWARDS_BASE_URL=/m);
  });

  it('leaves alone what is in an .env, whatever it is told', async (t) => {
    const cwd = await folderWith(t, { '.env': 'MINE=1' });
    const { stdout } = await run(['init', '--yes', '--force'], { cwd });
    assert.equal(await readFile(join(cwd, '.env'), 'utf8'), 'MINE=1');
    assert.doesNotMatch(stdout, /^ {2}\.env$/m);
    assert.match(stdout, /^ {2}\(echo; cat \.env\.example\) >> \.env$/m);

    const again = await scaffold(t, 'node');
    const more = await run(['init', '--yes', '--force'], { cwd: again.folder });
    assert.match(await again.read('.env'), new RegExp(again.apiKey));
    assert.doesNotMatch(more.stdout, />> \.env/);
    assert.match(more.stdout, /^  npx rewards emulate --api-key KEY$/m);
    assert.match(more.stdout, /KEY is REWARDS_API_KEY of your \.env, which stays as it is/);
  });

  it('writes through no link that stands where .env would be', async (t) => {
    const cwd = await folderWith(t);
    await symlink('elsewhere', join(cwd, '.env'));
    const { code, stdout } = await run(['init', '--yes'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, />> \.env$/m);
    assert.equal(await readlink(join(cwd, '.env')), 'elsewhere');
  });

  it('adds to the .gitignore that is there', async (t) => {
    const cwd = await folderWith(t, { '.gitignore': 'dist\n' });
    const { stdout } = await run(['init', '--yes'], { cwd });
    assert.match(await readFile(join(cwd, '.gitignore'), 'utf8'), /^dist\n\n# .+\n\.env\nrewards\.db\*\n$/);
    assert.match(stdout, /^ {2}\.gitignore\n/m);
  });

  it('says nothing of what is there already', async (t) => {
    const { stdout } = await scaffold(t, 'node');
    assert.doesNotMatch(stdout, /npm install|npm pkg|  cd /);
  });
});

describe('rewards init, where something is there already', { concurrency: true }, () => {
  it('names the files in the way and writes none', async (t) => {
    const cwd = await folderWith(t, { 'server.ts': 'mine', 'index.html': 'mine too' });
    await symlink('nowhere', join(cwd, 'rewards.ts'));
    const { code, stdout, stderr } = await run(['init', '--yes'], { cwd });
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.equal(
      stderr,
      `rewards: nothing was written, because ${cwd} already has rewards.ts, server.ts, index.html, and it stays as it is: move it away, give another --dir, or replace it with --force\n`,
    );
    assert.deepEqual(await filesIn(cwd), ['index.html', 'server.ts']);
    assert.equal(await readFile(join(cwd, 'server.ts'), 'utf8'), 'mine');
  });

  it('replaces them with --force, but no folders', async (t) => {
    const cwd = await folderWith(t, { 'server.ts': 'mine' });
    await mkdir(join(cwd, 'index.html'));
    const refused = await run(['init', '--yes', '--force'], { cwd });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /nothing was written, because .* already has index\.html, and what is no file is not replaced: move it away/,
    );
    assert.deepEqual(await filesIn(cwd), ['server.ts']);

    const other = await folderWith(t, { 'server.ts': 'mine' });
    assert.equal((await run(['init', '--yes', '--force'], { cwd: other })).code, 0);
    assert.match(await readFile(join(other, 'server.ts'), 'utf8'), /createServer/);
  });

  it(
    'says that a folder can be made nowhere in one that takes none',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const cwd = await folderWith(t, {});
      const { code, stderr } = await run(['init', '--yes', '--dir', '/proc/nowhere/site'], { cwd });
      assert.deepEqual([code, stderr], [1, 'rewards: nothing was written: no folder can be made in /proc\n']);
    },
  );

  it('puts no second config before the one that is there', async (t) => {
    const cwd = await folderWith(t, { 'rewards.config.json': '{}' });
    const { code, stderr } = await run(['init', '--yes', '--force'], { cwd });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /nothing was written, because there is a config already, .*rewards\.config\.json: move it away/,
    );
    assert.deepEqual(await filesIn(cwd), ['rewards.config.json']);
  });

  it('leaves nothing half written', async (t) => {
    const cwd = await projectOf(t, 'astro');
    await writeFile(join(cwd, 'src'), 'a file, where a folder should be');
    const { code, stderr } = await run(['init', '--yes', '--framework', 'astro'], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: nothing was written: E\w+: .*src.*\n$/);
    assert.deepEqual(await filesIn(cwd), ['src']);
  });
});
