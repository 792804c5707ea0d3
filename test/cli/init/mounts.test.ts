import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Claim } from '../../../src/contract/index.ts';
import { createEmulator, type Emulator, HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import { listen } from '../../emulator/listen.ts';
import { mount, MOUNTS, NUXT_GLOBALS } from './mounts.ts';
import { ODD_TITLE, scaffold, useEmulator } from './scaffold.ts';

const ORIGIN = 'https://example.org';
const MEMBER = '903618274509136283';

describe('what rewards init mounts in a framework', () => {
  let emulator: Emulator;
  let server: Awaited<ReturnType<typeof listen>>;

  before(async () => {
    Object.assign(globalThis, NUXT_GLOBALS);
    emulator = createEmulator();
    server = await listen(emulator);
  });

  after(() => server.close());

  for (const [framework, way] of Object.entries(MOUNTS)) {
    it(`answers claims: ${framework}`, async (t) => {
      const site = await scaffold(t, framework, '--title', ODD_TITLE, '--points', '7', '--origin', ORIGIN);
      emulator.state.load([{ ...HARBOUR_LIGHTS, apiKey: site.apiKey }]);
      await useEmulator(site, server.url);
      const answer = await mount(t, site, way);
      // SQLite has a log beside the ledger while it is open.
      assert.equal(existsSync(join(site.folder, 'rewards.db-wal')), way.eager);
      const ask = (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
        answer(
          new Request(`http://site.test/rewards${path}`, { ...init, headers: { origin: ORIGIN, ...init.headers } }),
        );

      const action = await ask('/actions/daily');
      assert.equal(action.status, 200);
      assert.equal(((await action.json()) as { title: string }).title, ODD_TITLE);

      const claimed = await ask('/actions/daily/claims', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ memberId: MEMBER }),
      });
      assert.equal(claimed.status, 201);
      assert.equal(claimed.headers.get('access-control-allow-origin'), ORIGIN);
      assert.deepEqual(((await claimed.json()) as Claim).grants, [{ type: 'points', points: 7, remark: ODD_TITLE }]);
      const member = emulator.state.servers()[0]?.members.find((one) => one.id === MEMBER);
      assert.equal(member?.points, 7);

      const press = (visitor: string, memberId: string) =>
        ask('/actions/daily/claims', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
          body: JSON.stringify({ memberId }),
        });
      for (let n = 0; n < 10; n += 1) await press('198.51.100.1', 'not an id');
      assert.equal((await press('198.51.100.1', MEMBER)).status, 429, 'who mistyped ten times');
      assert.equal((await press('203.0.113.9', MEMBER)).status, 409, 'another visitor');

      assert.equal((await ask('/actions/none')).status, 404);
      assert.equal((await ask('/health', { method: 'HEAD' })).status, 200);
      assert.equal((await ask('/actions/daily/claims', { method: 'OPTIONS' })).status, 204);
    });
  }
});
