import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadConfig } from '../../../src/cli/config/load-config.ts';
import { folderWith, run } from '../command.ts';
import { scaffold } from './scaffold.ts';

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' });
const NO_GIT = spawnSync('git', ['--version']).status !== 0 && 'there is no git';

describe('rewards init', { concurrency: true }, () => {
  for (const framework of ['node', 'workers']) {
    it(`keeps out of version control what has to stay out: ${framework}`, { skip: NO_GIT }, async (t) => {
      const { folder } = await scaffold(t, framework);
      const later = ['rewards.db', 'rewards.db-wal', 'rewards.db-shm', 'node_modules/x.js'];
      if (framework === 'workers') later.push('.wrangler/state.sqlite');
      await Promise.all(['node_modules', '.wrangler'].map((path) => mkdir(join(folder, path))));
      await Promise.all(later.map((path) => writeFile(join(folder, path), 'secret')));
      git(folder, 'init', '--quiet');
      git(folder, 'add', '--all');
      const added = git(folder, 'ls-files').split('\n');
      assert.deepEqual(
        added.filter((path) => [...later, '.env'].includes(path)),
        [],
      );
      assert.ok(added.includes('.env.example') && added.includes('.gitignore'));
    });
  }

  it('prints the key that it put into .env, and a new one each time', async (t) => {
    const [one, other] = [await scaffold(t, 'node'), await scaffold(t, 'node')];
    assert.match(one.apiKey, /^emu_[0-9a-f]{40}$/);
    assert.notEqual(one.apiKey, other.apiKey);
    assert.match(one.stdout, new RegExp(`^  npx rewards emulate --api-key ${one.apiKey}$`, 'm'));
    assert.match(await one.read('.env.example'), /^REWARDS_BASE_URL=http:\/\/127\.0\.0\.1:8788$/m);
  });

  it('puts the address of a proxy beside the site into the page, and has only the page served', async (t) => {
    const cwd = await folderWith(t);
    const proxy = 'https://rewards.example.org/rewards';
    const { stdout } = await run(['init', '--yes', '--framework', 'standalone', '--proxy', proxy], { cwd });
    assert.match(await readFile(join(cwd, 'public/check-in.html'), 'utf8'), new RegExp(`endpoint="${proxy}"`));
    assert.match(stdout, /^ {2}npx rewards serve --env \.env$/m);
    assert.match(stdout, /^ {2}npx --yes serve --listen tcp:\/\/127\.0\.0\.1:3000 public$/m);
    const elsewhere = await folderWith(t);
    const args = ['init', '--yes', '--framework', 'standalone', '--origin', 'https://example.org'];
    const { stdout: published } = await run([...args, '--proxy', proxy], { cwd: elsewhere });
    assert.doesNotMatch(published, /--listen/);
    assert.match(
      published,
      /^Put public\/check-in\.html among the files of your site, and have the proxy answer at https:\/\/rewards\.example\.org\/rewards\.\nThen open https:\/\/example\.org\/check-in\.html /m,
    );
    const here = await folderWith(t, { 'package.json': '{}' });
    const local = ['init', '--yes', '--framework', 'standalone', '--proxy', 'http://localhost:4001/rewards'];
    const { stdout: atPort } = await run(local, { cwd: here });
    assert.match(atPort, /^ {2}npx rewards serve --env \.env --port 4001$/m);
    assert.match(await readFile(join(here, 'package.json'), 'utf8'), /"rewards serve --env \.env --port 4001"/);
    const wrong = await run(['init', '--yes', '--framework', 'standalone', '--proxy', 'rewards.example.org'], { cwd });
    assert.deepEqual([wrong.code, /--proxy must be a whole address/.test(wrong.stderr)], [2, true]);
    const within = await run(['init', '--yes', '--framework', 'node', '--proxy', proxy], { cwd });
    assert.deepEqual([within.code, /it answers on the site itself/.test(within.stderr)], [2, true]);
  });

  it('has the page take its scripts from its own site, and says how they get there, where the package is from no registry', async (t) => {
    const dependencies = { 'rewards-elements': 'file:../rewards-elements-0.1.0.tgz', 'rewards-proxy': '*' };
    for (const framework of ['standalone', 'workers']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const cwd = await folderWith(t, { 'package.json': JSON.stringify({ type: 'module', dependencies }) });
      // oxlint-disable-next-line no-await-in-loop
      const { stdout } = await run(['init', '--yes', '--framework', framework], { cwd });
      assert.match(stdout, /^ {2}cp -r node_modules\/rewards-elements\/dist\/cdn public\/rewards-elements$/m);
      assert.match(stdout, /put the folder public\/rewards-elements among your site's files, too/);
      // oxlint-disable-next-line no-await-in-loop
      const page = await readFile(join(cwd, 'public/check-in.html'), 'utf8');
      assert.match(page, / src="rewards-elements\/rewards-checkin\.js"><\/script>/);
      assert.doesNotMatch(page, /jsdelivr|integrity/);
    }
    const { stdout, read } = await scaffold(t, 'standalone');
    assert.doesNotMatch(stdout, /cp -r/);
    const published = await read('public/check-in.html');
    assert.match(published, /jsdelivr/);
    // A CDN answers everybody alike, which browsers take for no answer to somebody with cookies.
    assert.doesNotMatch(published, /integrity="[^"]*"(?!\s+crossorigin="anonymous")/);
  });

  it('has days begin where this machine is, as far as it says', async (t) => {
    const zones = { 'Europe/Lisbon': 'Europe/Lisbon', ':/etc/localtime': 'UTC', 'Etc/Unknown': 'UTC' };
    for (const [TZ, timeZone] of Object.entries(zones)) {
      // oxlint-disable-next-line no-await-in-loop -- three
      const cwd = await folderWith(t);
      // oxlint-disable-next-line no-await-in-loop
      await run(['init', '--yes'], { cwd, env: { TZ } });
      // oxlint-disable-next-line no-await-in-loop
      assert.equal((await loadConfig(join(cwd, 'rewards.config.ts'))).timeZone, timeZone);
    }
  });
});
