import assert from 'node:assert/strict';
import { chmod, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { KeyFile, withKeyFiles } from '../../../src/cli/config/key-file.ts';
import { env, type RewardsConfig } from '../../../src/proxy/index.ts';
import { folderWith } from '../command.ts';

const silent = () => {};
const baseUrl = 'https://service.example';
const actions = { daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' } } as const;

async function keyFile(t: TestContext, text: string) {
  const folder = await folderWith(t, { key: text });
  const path = join(folder, 'key');
  const failures: string[] = [];
  const file = new KeyFile({
    path,
    variable: 'REWARDS_API_KEY_FILE',
    onFailure: (error) => failures.push(error.message),
  });
  return { folder, path, file, failures };
}

describe('a key file', () => {
  it('gives the key without the newline at its end', async (t) => {
    const { file } = await keyFile(t, 'first-key\n');
    assert.equal(await file.source(), 'first-key');
    assert.equal(await file.source(), 'first-key');
  });

  it('is read again when it was written', async (t) => {
    const { file, path } = await keyFile(t, 'first-key');
    // Two writes within a tick of the file system's clock have the same time.
    await utimes(path, 0, 0);
    await file.source();
    await writeFile(path, 'newer-key');
    assert.equal(await file.source(), 'newer-key');
  });

  it('is read again when another was put in its place', async (t) => {
    const { file, folder, path } = await keyFile(t, 'first-key');
    await file.source();
    await writeFile(join(folder, 'next'), 'other-key');
    await rename(join(folder, 'next'), path);
    assert.equal(await file.source(), 'other-key');
  });

  it('says which variable and which file, when it has gone', async (t) => {
    const { file, path, failures } = await keyFile(t, 'first-key');
    await file.source();
    await rm(path);
    await assert.rejects(file.source());
    assert.match(failures[0] ?? '', new RegExp(`^REWARDS_API_KEY_FILE: the key file ${path} cannot be used: ENOENT`));
  });

  it('says that it is empty', async (t) => {
    const { file, path } = await keyFile(t, ' \n');
    await assert.rejects(file.reload(), {
      message: `REWARDS_API_KEY_FILE: the key file ${path} cannot be used: it is empty; put the key that /api-key create made into it`,
    });
  });

  it('says that no call can carry what it holds', async (t) => {
    const { file, path } = await keyFile(t, 'first-key\nsecond-key\n');
    await assert.rejects(file.reload(), {
      message: `REWARDS_API_KEY_FILE: the key in ${path} holds characters that a header cannot carry: copy it again`,
    });
  });

  it('is read once while it stays the same', async (t) => {
    const { file, path } = await keyFile(t, 'first-key');
    await file.source();
    await chmod(path, 0o600);
    assert.equal(await file.source(), 'first-key');
  });
});

describe('keys from files', () => {
  const from = (config: RewardsConfig, variables: Record<string, string>) => withKeyFiles(config, variables, silent);
  const service = (apiKey?: { env: string } | string): RewardsConfig => ({
    origins: ['https://example.org'],
    actions,
    service: { baseUrl, ...(apiKey !== undefined && { apiKey }) },
  });

  const takers: [string, RewardsConfig][] = [
    ['names the variable', service(env('REWARDS_API_KEY'))],
    ['names no key', service()],
    ['names no service', { origins: [], actions }],
  ];
  for (const [what, config] of takers) {
    it(`stand in where the config ${what}`, async (t) => {
      const { path } = await keyFile(t, 'file-key');
      const keyed = from(config, { REWARDS_API_KEY_FILE: path });
      const apiKey = keyed.config.service?.apiKey;
      assert.equal(typeof apiKey === 'function' && (await apiKey()), 'file-key');
      assert.equal(keyed.files.length, 1);
    });
  }

  it('belong to the variable that each of several services names', async (t) => {
    const { path } = await keyFile(t, 'file-key');
    const config: RewardsConfig = {
      origins: [],
      actions,
      services: { one: { baseUrl, apiKey: env('ONE_KEY') }, two: { baseUrl, apiKey: env('TWO_KEY') } },
    };
    const { services } = from(config, { TWO_KEY_FILE: path, REWARDS_API_KEY_FILE: path }).config;
    assert.deepEqual(services?.['one'], { baseUrl, apiKey: { env: 'ONE_KEY' } });
    assert.equal(typeof services?.['two']?.apiKey, 'function');
  });

  it('leave alone what the config says outright', () => {
    const config = service('written-down');
    const keyed = from(config, { REWARDS_API_KEY_FILE: '/nowhere' });
    assert.deepEqual(keyed, { config, files: [] });
  });

  it('cannot stand beside the variable itself', () => {
    assert.throws(() => from(service(), { REWARDS_API_KEY: 'a-key', REWARDS_API_KEY_FILE: '/nowhere' }), {
      message: 'REWARDS_API_KEY and REWARDS_API_KEY_FILE are both set: unset one of them',
    });
  });

  it('leave a config that is wrong for the proxy to explain', () => {
    const wrong = { service: 'https://service.example' } as unknown as RewardsConfig;
    assert.deepEqual(from(wrong, { REWARDS_API_KEY_FILE: '/nowhere' }).config, wrong);
  });
});
