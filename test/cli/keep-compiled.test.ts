import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runNode } from './command.ts';

const CACHES = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
/** The package as `npm run build` makes it. */
const PACKAGE = fileURLToPath(new URL('../../dist/packages/rewards-proxy', import.meta.url));
/** What the command does without. */
const OTHERS = ['cdn', 'demo', 'themes'];

/** A folder in which packages are installed, the command among them. */
async function installed(t: TestContext): Promise<{ packages: string; bin: string }> {
  await mkdir(CACHES, { recursive: true });
  const folder = await mkdtemp(join(CACHES, 'installed-'));
  t.after(() => rm(folder, { recursive: true }));
  const packages = join(folder, 'node_modules');
  const filter = (path: string) => !OTHERS.includes(basename(path));
  await cp(PACKAGE, join(packages, 'rewards-proxy'), { recursive: true, filter });
  return { packages, bin: join(packages, 'rewards-proxy/dist/cli/rewards.js') };
}

describe('what rewards serve has compiled', () => {
  it('is kept beside the packages for the next start', async (t) => {
    const { packages, bin } = await installed(t);
    const { code, stderr } = await runNode([bin, '--version']);
    assert.equal(code, 0, stderr);
    await assert.rejects(readdir(join(packages, '.cache')), { code: 'ENOENT' }, 'other commands keep nothing');
    assert.equal((await runNode([bin, 'serve', '--help'])).code, 0);
    assert.notDeepEqual(await readdir(join(packages, '.cache/rewards')), []);
  });

  it('is compiled anew where nothing can be written', async (t) => {
    const { packages, bin } = await installed(t);
    await writeFile(join(packages, '.cache'), 'a file');
    const { code, stderr } = await runNode([bin, 'serve', '--help']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });
});
