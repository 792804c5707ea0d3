import assert from 'node:assert/strict';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderOf } from '../support/processes/own-packages.ts';
import { folderWith, runNode, startNode } from './command.ts';
import { stubService } from './stub-service.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const ODD = `it's a "folder" #1 100%41? [x] {ü} 日本`;

/** The package as it was built, with what it needs, in a folder with such a name. */
async function installed(t: TestContext): Promise<{ bin: string; site: string }> {
  const folder = join(await folderWith(t), ODD);
  const target = join(folder, 'node_modules/rewards-proxy');
  await cp(folderOf('rewards-proxy'), target, { recursive: true });
  await symlink(join(REPOSITORY, 'node_modules'), join(target, 'node_modules'));
  return { bin: join(target, 'dist/cli/rewards.js'), site: join(folder, 'site') };
}

describe('the built command in a folder with an odd name', () => {
  it('sets a site up, serves it, and plays the community with its console', async (t) => {
    const { bin, site } = await installed(t);
    const made = await runNode([bin, 'init', '--framework', 'standalone', '--yes', '--dir', site]);
    assert.deepEqual([made.code, made.stderr], [0, '']);
    const service = await stubService(t);
    const env = { REWARDS_BASE_URL: service.url, REWARDS_API_KEY: 'canary-key-1' };
    const proxy = startNode([bin, 'serve', '--port', '0'], { cwd: site, env });
    t.after(() => proxy.stop('SIGKILL'));
    const { status } = await fetch(`${await proxy.url()}/rewards/actions/daily/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ memberId: '1048273615902847361' }),
    });
    assert.equal(status, 201);
    assert.equal(await proxy.stop(), 0);
    const { stdout } = await runNode([bin, 'claims', 'list'], { cwd: site });
    assert.match(stdout, /granted/);

    const emulator = startNode([bin, 'emulate', '--port', '0']);
    t.after(() => emulator.stop('SIGKILL'));
    const page = await fetch(await emulator.url(), { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /<script type="module"/);
  });
});
