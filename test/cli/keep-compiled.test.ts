import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderWith, folderWithLedger, runNode, startNode } from './command.ts';
import { CONFIG } from './serve/served-site.ts';

const CACHES = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
/** The package as `npm run build` makes it. */
const PACKAGE = fileURLToPath(new URL('../../dist/packages/rewards-proxy', import.meta.url));
/** Has what is compiled kept where the command says. */
const OWN_CACHE = { NODE_COMPILE_CACHE: '' };
const SERVICE = { REWARDS_BASE_URL: 'https://service.example', REWARDS_API_KEY: 'no key of anybody' };
/** What the command does without. */
const OTHERS = ['cdn', 'demo', 'themes'];

/** A folder in which packages are installed, the command among them. */
async function installed(t: TestContext): Promise<{ packages: string; bin: string }> {
  await mkdir(CACHES, { recursive: true });
  const folder = await mkdtemp(join(CACHES, 'installed-'));
  t.after(() => rm(folder, { recursive: true }));
  const packages = join(folder, 'node_modules');
  return { packages, bin: await copied(join(packages, 'rewards-proxy')) };
}

/** Puts the package there. Resolves with the command. */
async function copied(folder: string): Promise<string> {
  const filter = (path: string) => !OTHERS.includes(basename(path));
  await cp(PACKAGE, folder, { recursive: true, filter });
  return join(folder, 'dist/cli/rewards.js');
}

describe('what rewards serve has compiled', () => {
  it('is kept beside the packages for the next start', async (t) => {
    const { packages, bin } = await installed(t);
    const { code, stderr } = await runNode([bin, '--version'], { env: OWN_CACHE });
    assert.equal(code, 0, stderr);
    await assert.rejects(readdir(join(packages, '.cache')), { code: 'ENOENT' }, 'other commands keep nothing');
    assert.equal((await runNode([bin, 'serve', '--help'], { env: OWN_CACHE })).code, 0);
    assert.notDeepEqual(await readdir(join(packages, '.cache/rewards')), []);
  });

  it('is kept beside the packages of a checkout', async (t) => {
    const checkout = await folderWith(t);
    const bin = await copied(checkout);
    assert.equal((await runNode([bin, 'serve', '--help'], { env: OWN_CACHE })).code, 0);
    assert.notDeepEqual(await readdir(join(checkout, 'node_modules/.cache/rewards')), []);
  });

  it('is kept although the process is killed', async (t) => {
    const { packages, bin } = await installed(t);
    const cwd = await folderWithLedger(t, { 'rewards.config.ts': CONFIG });
    const serving = startNode([bin, 'serve', '--port', '0'], { cwd, env: { ...SERVICE, ...OWN_CACHE } });
    t.after(() => serving.stop('SIGKILL'));
    await fetch(`${await serving.url()}/rewards/health`);
    await serving.stop('SIGKILL');
    const [versions = ''] = await readdir(join(packages, '.cache/rewards'));
    assert.notDeepEqual(await readdir(join(packages, '.cache/rewards', versions)), []);
  });

  it('is compiled anew where nothing can be written', async (t) => {
    const { packages, bin } = await installed(t);
    await writeFile(join(packages, '.cache'), 'a file');
    const { code, stderr } = await runNode([bin, 'serve', '--help'], { env: OWN_CACHE });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });
});
