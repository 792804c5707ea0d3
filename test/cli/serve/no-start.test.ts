import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { OWN_NAME } from '../../support/processes/own-name.ts';
import { folderWith, folderWithLedger, run } from '../command.ts';
import { stubService } from '../stub-service.ts';
import { site } from './served-site.ts';

describe('rewards serve does not start', { concurrency: true }, () => {
  it('on a port that is taken', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await run(['serve', '--port', String(port)], await site(t, await stubService(t)));
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `rewards: port ${port} on 127.0.0.1 is taken by ${OWN_NAME}: stop that one, or choose another port with --port (0 takes any that is free)\n`,
    );
  });

  it('where the port for metrics is taken', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const args = ['serve', '--port', '0', '--metrics-port', String(port)];
    const { code, stderr } = await run(args, await site(t, await stubService(t)));
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `rewards: port ${port} on 127.0.0.1 is taken by ${OWN_NAME}: stop that one, or choose another port with --metrics-port (0 takes any that is free)\n`,
    );
  });

  it('without a config', async (t) => {
    const cwd = await folderWith(t);
    const { code, stderr } = await run(['serve'], { cwd });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^rewards: no config: .* has no rewards\.config\.ts, .*; add one, or name it with --config <file>\n$/,
    );
  });

  it('with a config that is wrong, and names every key at fault in a line of its own', async (t) => {
    const cwd = await folderWithLedger(t, {
      'rewards.config.json': JSON.stringify({ service: { apiKey: 'canary-key' }, origin: [], actions: { daily: {} } }),
    });
    const { code, stderr } = await run(['serve'], { cwd, env: { REWARDS_BASE_URL: 'http://example.org' } });
    const lines = stderr.trim().split('\n');
    assert.equal(code, 1);
    assert.ok(lines.length > 3);
    for (const line of lines) assert.match(line, /^rewards: \/.*\/rewards\.config\.json: [a-zA-Z.]+: \S/);
    assert.match(stderr, /config: .*origin.*origins/);
    assert.match(stderr, /service\.baseUrl: .*https:\/\//);
    assert.doesNotMatch(stderr, /canary|node:internal/);
  });

  it('with a key file that is not there', async (t) => {
    const service = await stubService(t);
    const { cwd, env } = await site(t, service);
    const path = join(cwd, 'gone');
    const { code, stderr } = await run(['serve', '--port', '0'], { cwd, env: { ...env, REWARDS_API_KEY_FILE: path } });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `rewards: REWARDS_API_KEY_FILE: the key file ${path} cannot be used: ENOENT: no such file or directory, stat '${path}'\n`,
    );
  });

  it('with a key file that is empty', async (t) => {
    const { code, stderr } = await run(['serve', '--port', '0'], await site(t, await stubService(t), '\n'));
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: REWARDS_API_KEY_FILE: the key file .* cannot be used: it is empty; .*\n$/);
  });

  it('on a database that is none', async (t) => {
    const { cwd, env } = await site(t, await stubService(t));
    await writeFile(join(cwd, 'letter.db'), 'Dear Sir or Madam, this is no database at all. '.repeat(100));
    const { code, stderr } = await run(['serve', '--port', '0', '--db', 'letter.db'], { cwd, env });
    assert.equal(code, 1);
    assert.match(stderr, /^rewards: cannot open the ledger .*letter\.db: .*\n$/);
  });
});
