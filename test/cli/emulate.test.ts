import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { askAs } from '../support/http/ask-as.ts';
import { folderWith, run, type Running, start } from './command.ts';

async function award(emulator: Running, apiKey: string, userId: string) {
  const response = await fetch(`${await emulator.url()}/1/points/award`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: new URLSearchParams({ user_id: userId, points: '5', remark: 'Hello' }),
  });
  const body = (await response.json()) as { code: number; data: unknown };
  return { status: response.status, body };
}

describe('rewards emulate', () => {
  it('plays the service with a community of its own and prints the key that it made', async (t) => {
    const emulator = start(t, ['emulate', '--port', '0']);
    const [, key = ''] = await emulator.printed(/API key of Harbour Lights: (\S+)/);
    const { status, body } = await award(emulator, key, '903618274509136283');
    assert.equal(status, 200);
    assert.deepEqual(body.data, { user_id: '903618274509136283', points: 5, remark: 'Hello' });
    assert.equal(await emulator.stop('SIGINT'), 0);
  });

  it('takes the key and the community that it is given, and does not repeat the key', async (t) => {
    const servers = [{ id: '1', name: 'Garden', members: [{ id: '7', name: 'Ana' }] }, { name: 'Library' }];
    const cwd = await folderWith(t, { 'servers.json': JSON.stringify({ servers }) });
    const emulator = start(t, ['emulate', '--port', '0', '--api-key', 'canary-key', '--servers', 'servers.json'], {
      cwd,
    });
    await emulator.printed(/API key of Garden: \*+/);
    await emulator.printed(/API key of Library: emu_/);
    assert.equal((await award(emulator, 'canary-key', '7')).body.code, 0);
    assert.equal(await emulator.stop(), 0);
    assert.doesNotMatch(emulator.output, /canary/);
  });

  it('shows nothing to a page that passes this machine off as a site of its own', async (t) => {
    const emulator = start(t, ['emulate', '--port', '0']);
    const url = await emulator.url();
    for (const path of ['/', '/emulator/state', '/emulator/snapshot', '/1/points/award']) {
      assert.equal((await askAs('evil.example', url + path)).status, 421, path);
    }
    assert.equal((await askAs('localhost', `${url}/emulator/state`)).status, 200);
    assert.equal(await emulator.stop(), 0);
  });

  it('leads to the site and the desk that it is told of, and refuses what is no address', async (t) => {
    const emulator = start(t, [
      'emulate',
      '--port',
      '0',
      '--site',
      'http://127.0.0.1:4321/',
      '--desk',
      'http://127.0.0.1:9465',
    ]);
    const state = await (await fetch(`${await emulator.url()}/emulator/state`)).text();
    assert.deepEqual(JSON.parse(state).links, { site: 'http://127.0.0.1:4321', desk: 'http://127.0.0.1:9465' });
    assert.equal(await emulator.stop(), 0);
    for (const [option, text] of [
      ['--site', 'localhost:4321'],
      ['--desk', 'javascript:alert(1)'],
    ] as const) {
      const refused = await run(['emulate', '--port', '0', option, text]);
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, new RegExp(`${option} must be an address that begins with http`));
    }
  });

  it('stops at once, also while somebody listens to its events', async (t) => {
    const emulator = start(t, ['emulate', '--port', '0']);
    const events = await fetch(`${await emulator.url()}/emulator/events`);
    const rest = events.text().catch(() => 'cut');
    assert.equal(await emulator.stop('SIGINT'), 0);
    await rest;
  });

  it('names what is wrong with the communities', async (t) => {
    const cwd = await folderWith(t, {
      'servers.json': '{ "servers": [{ "name": "Garden", "members": [{ "id": 7 }] }] }',
    });
    const wrong = await run(['emulate', '--servers', 'servers.json'], { cwd });
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /^rewards: --servers: servers\.0\.members\.0\.id: .*\n$/);
    const gone = await run(['emulate', '--servers', 'gone.json'], { cwd });
    assert.equal(gone.code, 1);
    assert.match(gone.stderr, /^rewards: cannot read gone\.json: ENOENT.*\n$/);
    assert.ok(!gone.stderr.includes(join('node:internal')));
  });
});
