import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { setUp } from './support/setup.ts';

const MEMBER = { memberId: 'm-1' };

const batch = (...paths: string[]) =>
  `/rewards/batch?${new URLSearchParams(paths.map((path): [string, string] => ['path', path]))}`;

describe('GET batch', () => {
  it('answers each path as by itself, in its place', async () => {
    await using setup = setUp();
    const claimed = await setup.claim('daily', MEMBER);
    const paths = [
      '/actions/daily?memberId=m-1&lang=de',
      '/actions/meetup',
      `/claims/${String(claimed.body['id'])}`,
      '/actions/nothing',
      '/claims/nothing',
    ];
    const { status, body, headers } = await setup.ask(batch(...paths));
    assert.equal(status, 200);
    const single = await Promise.all(paths.map((path) => setup.ask(`/rewards${path}`)));
    const requestId = headers.get('x-request-id');
    assert.deepEqual(
      body['replies'],
      single.map((reply) => ({
        status: reply.status,
        body: 'requestId' in reply.body ? { ...reply.body, requestId } : reply.body,
      })),
    );
  });

  it('takes nothing but actions and claims, and not too many', async () => {
    await using setup = setUp();
    const refused = [
      [],
      ['/health'],
      ['/actions/daily/challenge'],
      ['/actions/daily', '/batch?path=/actions/daily'],
      ['/actions/../health'],
      ['/actions/..'],
      ['/claims/%2e%2e?path=/actions/daily'],
      ['/actions/.'],
      ['https://elsewhere.example/actions/daily'],
      Array.from({ length: 51 }, () => '/actions/daily'),
    ];
    for (const paths of refused) {
      const { status, body } = await setup.ask(batch(...paths));
      assert.deepEqual([status, body['code']], [400, 'invalid-request'], paths.join());
    }
    assert.equal((await setup.ask(batch('/actions/daily'), { method: 'POST' })).status, 405);
  });

  it('counts each path to the limits', async () => {
    const limits: RewardsConfig['limits'] = { requests: { max: 3, perSeconds: 60 } };
    await using setup = setUp({ config: { limits } });
    const clientAddress = '203.0.113.5';
    const paths = Array.from({ length: 5 }, () => '/actions/daily');
    const { body } = await setup.ask(batch(...paths), { clientAddress });
    assert.deepEqual(
      [body['replies']].flat().map((reply) => Object(reply).status),
      [200, 200, 200, 429, 429],
    );
    assert.equal((await setup.ask('/rewards/actions/daily', { clientAddress })).status, 429);
  });
});
