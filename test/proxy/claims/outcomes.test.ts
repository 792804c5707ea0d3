import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setUp } from '../support/setup.ts';
import { connectionRefused, grant, reply, reset, type Script } from '../support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };

describe('what a visitor is told of an outcome', () => {
  interface Case {
    name: string;
    script: Script;
    status: number;
    code?: string;
    detail?: string;
    retryAfter?: string;
    /** Whether the site's own set-up is at fault. */
    ofSite?: true;
    /** Whether the member's slot is free again. */
    free: boolean;
  }
  const cases: Case[] = [
    {
      name: 'a refusal with a reason',
      script: () => reply(200, { code: 17, error: 'unknown user', ts: 1 }),
      status: 422,
      code: 'refused',
      detail: "The community refused 10 points: “unknown user”. Check your member id, or ask the site's owner.",
      free: true,
    },
    {
      name: 'a refusal whose reason is a sentence',
      script: () => reply(200, { code: 17, error: 'There is no such user.', ts: 1 }),
      status: 422,
      code: 'refused',
      detail:
        "The community refused 10 points: “There is no such user”. Check your member id, or ask the site's owner.",
      free: true,
    },
    {
      name: 'a refusal without a reason',
      script: () => reply(404, 'nothing here'),
      status: 422,
      code: 'refused',
      detail: "The community refused 10 points. Check your member id, or ask the site's owner.",
      free: true,
    },
    {
      name: '401',
      script: () => reply(401, { code: 3, error: 'bad key' }),
      status: 422,
      code: 'refused',
      detail:
        "The community does not accept requests from this site at the moment. Please try again later, or tell the site's owner.",
      ofSite: true,
      free: true,
    },
    {
      name: '429 with Retry-After',
      script: () => reply(429, '', { 'retry-after': '7' }),
      status: 503,
      code: 'throttled',
      detail: 'The community is busy right now. Please try again in 7 seconds.',
      retryAfter: '7',
      free: true,
    },
    {
      name: '429 without Retry-After',
      script: () => reply(429, ''),
      status: 503,
      code: 'throttled',
      detail: 'The community is busy right now. Please try again in 30 seconds.',
      retryAfter: '30',
      free: true,
    },
    {
      name: 'a service that cannot be reached',
      script: connectionRefused,
      status: 502,
      code: 'unreachable',
      detail: 'The community could not be reached to give you 10 points. You can try again.',
      free: true,
    },
    { name: 'a reset after the request was written', script: reset, status: 202, free: false },
    { name: '500', script: () => reply(500, ''), status: 202, free: false },
    { name: 'a redirect', script: () => reply(307, ''), status: 202, free: false },
    {
      name: 'a wrong echo',
      script: () => reply(200, { code: 0, error: '', data: { user_id: '1' } }),
      status: 202,
      free: false,
    },
    {
      name: 'a failure of the transport itself',
      script: () => {
        throw new RangeError('not a TransportError');
      },
      status: 202,
      free: false,
    },
  ];
  for (const { name, script, status, code, detail, retryAfter, ofSite, free } of cases) {
    it(name, async () => {
      await using setup = setUp({
        script: (call, count) => (setup.clock.now === started ? script(call, count) : grant(call, count)),
      });
      const started = setup.clock.now;
      const answer = await setup.claim('daily', MEMBER);
      assert.equal(answer.status, status);
      assert.equal(answer.body['code'], code);
      if (detail !== undefined) assert.equal(answer.body['detail'], detail);
      assert.equal(answer.headers.get('retry-after'), retryAfter ?? null);
      assert.equal(answer.body['ofSite'], ofSite);
      setup.clock.now += 3_600_000;
      const again = await setup.claim('daily', MEMBER);
      assert.equal(again.status, free ? 201 : 202);
      if (!free) assert.equal(again.body['id'], answer.body['id']);
    });
  }
});
