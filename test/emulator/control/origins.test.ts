import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { award, control, harbour, MEMBER, SERVER } from '../community.ts';

const FOREIGN = [
  'https://evil.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example:80',
  'http://evil.example/?http://localhost',
  'http://localhost@evil.example',
  'file://localhost',
  'capacitor://localhost',
  'null',
  '',
];
const member = `/servers/${SERVER}/members/${MEMBER}`;

describe('a page on this machine', () => {
  for (const origin of ['http://localhost:5173', 'http://127.0.0.1:8787', 'http://localhost', 'http://[::1]:3000']) {
    it(`at ${origin} may read and change the emulator`, async () => {
      const emulator = harbour();
      const state = await emulator.fetch(control('GET', '/state', undefined, { origin }));
      assert.deepEqual([state.status, state.headers.get('access-control-allow-origin')], [200, origin]);
      assert.match(state.headers.get('vary') ?? '', /origin/i);
      const events = await emulator.fetch(control('GET', '/events', undefined, { origin }));
      assert.equal(events.headers.get('access-control-allow-origin'), origin);
      await events.body?.cancel();

      const preflight = await emulator.fetch(
        control('OPTIONS', member, undefined, { origin, 'access-control-request-method': 'PATCH' }),
      );
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
      assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/);
      assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type');
      const changed = await emulator.fetch(control('PATCH', member, { points: 1 }, { origin }));
      assert.deepEqual([changed.status, changed.headers.get('access-control-allow-origin')], [200, origin]);
      const wrong = await emulator.fetch(control('PATCH', member, { points: 'x' }, { origin }));
      assert.deepEqual([wrong.status, wrong.headers.get('access-control-allow-origin')], [400, origin]);
    });
  }
});

describe('a page of another site', () => {
  for (const origin of FOREIGN) {
    it(`at ${JSON.stringify(origin)} can neither change the emulator nor see into it`, async () => {
      const emulator = harbour();
      const before = emulator.state.servers();
      const changes = [
        control('PATCH', member, { points: 1 }, { origin }),
        control('DELETE', `/servers/${SERVER}`, undefined, { origin }),
        control('PUT', '/faults', { faults: [{ kind: 'html' }] }, { origin }),
        control('POST', '/reset', undefined, { origin, 'content-type': 'text/plain' }),
        control('POST', `/servers/${SERVER}/key`, undefined, { origin }),
        control('OPTIONS', member, undefined, { origin, 'access-control-request-method': 'PATCH' }),
      ];
      for (const request of changes) {
        const response = await emulator.fetch(request);
        assert.equal(response.status, 403);
        assert.equal(response.headers.get('access-control-allow-origin'), null);
      }
      assert.deepEqual([emulator.state.servers(), emulator.faults.list()], [before, []]);
      const state = await emulator.fetch(control('GET', '/state', undefined, { origin }));
      assert.equal(state.headers.get('access-control-allow-origin'), null);
    });
  }

  it('is never let in by the service API, which is for servers', async () => {
    const response = await harbour().fetch(award({}, { origin: 'http://localhost:5173' }));
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  });
});

describe('a program, which sends no Origin', () => {
  it('may change the emulator', async () => {
    assert.equal((await harbour().fetch(control('PATCH', member, { points: 1 }))).status, 200);
  });
});
