import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { allCommands } from '../../../src/cli/commands.ts';
import { main } from '../../../src/cli/index.ts';
import { BUILT, folderWith, folderWithLedger, run, start } from '../command.ts';
import { stubService } from '../stub-service.ts';

const KEY = 'canary-key-from-a-file';
const CONFIG = JSON.stringify({
  origins: ['https://example.org'],
  actions: { daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' } },
});

describe('--env', { concurrency: true }, () => {
  it('gives rewards serve the variables that the environment has not', async (t) => {
    const service = await stubService(t);
    const cwd = await folderWithLedger(t, {
      'rewards.config.json': CONFIG,
      'my.env': `# the real one\nREWARDS_API_KEY=${KEY}\nREWARDS_BASE_URL=https://not-this-one.example\n`,
    });
    const env = { REWARDS_BASE_URL: service.url };
    const proxy = start(t, ['serve', '--port', '0', '--env', 'my.env'], { cwd, env });
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

  it('may be written by an editor on Windows, but not in UTF-16', async (t) => {
    const text = `\uFEFFREWARDS_API_KEY=${KEY}\r\nREWARDS_BASE_URL=http://127.0.0.1:9\r\n`;
    const cwd = await folderWithLedger(t, { 'rewards.config.json': CONFIG, 'my.env': text });
    assert.match((await run(['doctor', '--env', 'my.env'], { cwd })).stdout, /^ok {4}key .*is there$/m);
    await writeFile(join(cwd, 'my.env'), text, 'utf16le');
    const { code, stderr } = await run(['doctor', '--env', 'my.env'], { cwd });
    assert.deepEqual(
      [code, stderr.replace(cwd, '')],
      [2, 'rewards: --env: /my.env is no text in UTF-8: save it as UTF-8\n'],
    );
  });

  it('is named where a variable is missing that the .env of the folder has', async (t) => {
    const config = CONFIG.replace('{', '{"service": {"baseUrl": {"env": "NO_URL"}, "apiKey": "a-key"},');
    const cwd = await folderWithLedger(t, { 'rewards.config.json': config });
    const missing = 'rewards.config.json: service.baseUrl: the environment variable NO_URL is not set';
    const said = async (command: string) => (await run([command], { cwd })).stderr;
    await writeFile(join(cwd, '.env'), 'NO_OTHER=1');
    assert.equal(await said('serve'), `rewards: ${join(cwd, missing)}\n`);
    await writeFile(join(cwd, '.env'), 'NO_URL=http://127.0.0.1:9');
    const advised = `${join(cwd, missing)}: .env has it, so add --env .env\n`;
    assert.equal(await said('serve'), `rewards: ${advised}`);
    const { stdout } = await run(['doctor'], { cwd });
    assert.ok(stdout.startsWith(`fail  config   ${advised}`), stdout);
  });

  it('names the ledger for every command with one, and is asked for where only the .env of the folder does', async (t) => {
    const cwd = await folderWithLedger(t, { '.env': 'REWARDS_DB=own.db' });
    assert.equal(
      (await run(['ledger', 'create', '--env', '.env'], { cwd })).stdout,
      `made the ledger ${join(cwd, 'own.db')}\n`,
    );
    const withLedger = (await allCommands()).filter(({ options }) => 'db' in options);
    assert.ok(withLedger.length > 0 && withLedger.every(({ options }) => 'env' in options));
    const shown = async (...args: string[]) => run(['ledger', 'show', ...args], { cwd });
    assert.match((await shown('--env', '.env')).stdout, /own\.db/);
    assert.match((await shown('--db', 'rewards.db')).stdout, /rewards\.db/);
    // Another file has no say in it, so that the usual one is meant.
    await writeFile(join(cwd, 'other.env'), 'PORT=1');
    assert.match((await shown('--env', 'other.env')).stdout, /rewards\.db/);
    const { code, stderr } = await shown();
    const asked = 'which ledger? .env has REWARDS_DB, so add --env .env, or name another one by --db';
    assert.deepEqual([code, stderr], [2, `rewards: ${asked}\n`]);
  });

  it('has an older name, by which Node reads the file, too', async (t) => {
    const service = await stubService(t);
    const text = `REWARDS_API_KEY=${KEY}\nREWARDS_BASE_URL=${service.url}\n`;
    const cwd = await folderWithLedger(t, { 'rewards.config.json': CONFIG, '.env': text });
    for (const args of [['--env-file', '.env'], ['--env-file=.env']]) {
      // oxlint-disable-next-line no-await-in-loop -- one command after the other
      const { code, stdout } = await run(['doctor', ...args], { cwd });
      assert.equal(code, 0, stdout);
    }
    const { code, stderr } = await run(['doctor', '--env-file'], { cwd });
    assert.deepEqual(
      [code, stderr],
      [2, 'rewards: --env-file needs a value: --env-file <file>. See rewards doctor --help\n'],
    );
  });

  it('ends the program itself with 2, and not with a status of Node’s, where there is no such file', async (t) => {
    const cwd = await folderWith(t);
    const child = spawnSync(process.execPath, [BUILT, 'doctor', '--env', 'none.env'], { cwd, encoding: 'utf8' });
    assert.equal(child.status, 2);
    assert.match(child.stderr, /^rewards: --env: there is no file .*none\.env; make it, or correct the path\n$/);
  });

  it('may be a pipe, as of a program that knows the secrets', { skip: process.platform === 'win32' }, async (t) => {
    const cwd = await folderWithLedger(t, { 'rewards.config.json': CONFIG });
    const command =
      'printf "REWARDS_API_KEY=%s\\nREWARDS_BASE_URL=http://127.0.0.1:9\\n" "$KEY" | "$NODE" "$BUILT" doctor --env /dev/stdin';
    const env = { ...process.env, KEY, BUILT, NODE: process.execPath };
    const child = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
    assert.match(child.stdout, /^ok {4}key .*is there$/m);
  });

  it('has no option beside it that Node takes for its own', async (t) => {
    const cwd = await folderWith(t, { 'program.js': '' });
    const options = (await allCommands()).flatMap((command) => Object.keys(command.options));
    assert.ok(options.includes('env'));
    const args = options.flatMap((name) => [`--${name}`, 'none']);
    const child = spawnSync(process.execPath, ['program.js', ...args], { cwd, encoding: 'utf8' });
    assert.deepEqual([child.status, child.stderr], [0, '']);
  });

  it('gives them to rewards doctor', async (t) => {
    const service = await stubService(t);
    const text = `REWARDS_API_KEY=${KEY}\nREWARDS_BASE_URL=${service.url}\n`;
    const cwd = await folderWithLedger(t, { 'rewards.config.json': CONFIG, '.env': text });
    const { code, stdout } = await run(['doctor', '--env', '.env'], { cwd });
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
        assert.equal(await main([command, '--env', path]), 2);
      }
      assert.deepEqual(
        mock.calls.map((call) => call.arguments),
        [
          [`rewards: --env: there is no file ${join(folder, '.env')}; make it, or correct the path`],
          [`rewards: --env: ${folder} is a folder: name the file in it, such as .env`],
        ],
      );
    });
  }
});
