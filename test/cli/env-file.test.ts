import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { main } from '../../src/cli/index.ts';
import { folderWith, folderWithLedger, run, start } from './command.ts';
import { stubService } from './stub-service.ts';

const KEY = 'canary-key-from-a-file';
const CONFIG = JSON.stringify({
  origins: ['https://example.org'],
  actions: { daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' } },
});

describe('--env-file', { concurrency: true }, () => {
  it('gives rewards serve the variables that the environment has not', async (t) => {
    const service = await stubService(t);
    const cwd = await folderWithLedger(t, {
      'rewards.config.json': CONFIG,
      'my.env': `# the real one\nREWARDS_API_KEY=${KEY}\nREWARDS_BASE_URL=https://not-this-one.example\n`,
    });
    const env = { REWARDS_BASE_URL: service.url };
    const proxy = start(t, ['serve', '--port', '0', '--env-file', 'my.env'], { cwd, env });
    const response = await fetch(`${await proxy.url()}/rewards/actions/daily/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ memberId: '1048273615902847361' }),
    });
    assert.equal(response.status, 201);
    assert.equal(service.calls[0]?.headers['x-api-key'], KEY);
    assert.equal(await proxy.stop(), 0);
    assert.doesNotMatch(proxy.output, /canary/);
  });

  it('gives them to rewards doctor', async (t) => {
    const service = await stubService(t);
    const text = `REWARDS_API_KEY=${KEY}\nREWARDS_BASE_URL=${service.url}\n`;
    const cwd = await folderWithLedger(t, { 'rewards.config.json': CONFIG, '.env': text });
    const { code, stdout } = await run(['doctor', '--env-file', '.env'], { cwd });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^ok {4}key .*is there$/m);
    assert.equal((await run(['doctor'], { cwd })).code, 1);
  });

  for (const command of ['serve', 'doctor']) {
    it(`stops rewards ${command} in one line where there is no such file`, async (t) => {
      const folder = await folderWith(t);
      const { mock } = t.mock.method(console, 'error', () => {});
      for (const path of [join(folder, '.env'), folder]) {
        // oxlint-disable-next-line no-await-in-loop -- their errors are told apart by their order
        assert.equal(await main([command, '--env-file', path]), 1);
      }
      assert.deepEqual(
        mock.calls.map((call) => call.arguments),
        [join(folder, '.env'), folder].map((path) => [
          `rewards: --env-file: there is no file ${path}; make it, or correct the path`,
        ]),
      );
    });
  }
});
