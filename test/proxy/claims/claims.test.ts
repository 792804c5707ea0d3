import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setUp } from '../support/setup.ts';
import { gate, grant, until } from '../support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };

describe('a claim', () => {
  it('is granted with what the service echoed, after one documented call', async () => {
    await using setup = setUp();
    const { status, body } = await setup.claim('daily', MEMBER);
    assert.equal(status, 201);
    const { id, ...rest } = body;
    assert.match(String(id), /^[\w-]{20,}$/);
    assert.deepEqual(rest, {
      action: 'daily',
      ...MEMBER,
      status: 'granted',
      grants: [{ type: 'points', points: 10, remark: 'Daily check-in' }],
      claimedAt: '2026-03-10T12:00:00.000Z',
      nextClaimAt: '2026-03-11T00:00:00.000Z',
      streak: 1,
    });
    assert.equal(setup.calls.length, 1);
    assert.equal(setup.calls[0]?.path, '/api/1/points/award');
    assert.deepEqual(setup.calls[0]?.form, { user_id: MEMBER.memberId, points: '10', remark: 'Daily check-in' });
  });

  it('gives points and role, each in a call of its own, points first', async () => {
    await using setup = setUp();
    const { status, body } = await setup.claim('meetup', MEMBER);
    assert.equal(status, 201);
    assert.deepEqual(body['grants'], [
      { type: 'points', points: 50, remark: 'Signed up & came' },
      { type: 'role', roleId: '9007199254740993', roleName: 'Attendee', remark: 'Signed up & came' },
    ]);
    assert.equal(body['nextClaimAt'], null);
    assert.deepEqual(
      setup.calls.map(({ path }) => path),
      ['/api/1/points/award', '/api/1/role/assign'],
    );
  });

  it('has its reference in the remark where the owner wants that', async () => {
    const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'Check-in', remarkReference: true } as const;
    await using setup = setUp({ config: { actions: { daily } } });
    const { status, body } = await setup.claim('daily', MEMBER);
    assert.equal(status, 201);
    const remark = `Check-in [${String(body['id']).slice(0, 13)}]`;
    assert.equal(setup.calls[0]?.form['remark'], remark);
    assert.deepEqual(body['grants'], [{ type: 'points', points: 1, remark }]);
  });

  it('can be looked up by its id afterwards', async () => {
    await using setup = setUp();
    const { body } = await setup.claim('meetup', MEMBER);
    const looked = await setup.ask(`/rewards/claims/${String(body['id'])}`);
    assert.equal(looked.status, 200);
    assert.deepEqual(looked.body, body);
  });

  it('is refused as already claimed the second time, until the next period begins', async () => {
    await using setup = setUp();
    await setup.claim('daily', MEMBER);
    const again = await setup.claim('daily', MEMBER);
    assert.equal(again.body['code'], 'already-claimed');
    assert.equal(again.body['nextClaimAt'], '2026-03-11T00:00:00.000Z');
    assert.equal(setup.calls.length, 1);
    setup.clock.now = Date.UTC(2026, 2, 11);
    const next = await setup.claim('daily', MEMBER);
    assert.equal(next.status, 201);
    assert.equal(next.body['streak'], 2);
  });

  it('of an action that is claimed once has no next time', async () => {
    await using setup = setUp();
    await setup.claim('meetup', MEMBER);
    const { body } = await setup.claim('meetup', MEMBER);
    assert.equal(body['code'], 'already-claimed');
    assert.equal(body['nextClaimAt'], null);
  });

  it('is executed to its end although the visitor goes away', async () => {
    const answered = gate();
    await using setup = setUp({ script: async (call, count) => (await answered.opened, grant(call, count)) });
    const left = new AbortController();
    const request = new Request('http://localhost/rewards/actions/daily/claims', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(MEMBER),
      signal: left.signal,
    });
    const response = setup.proxy.fetch(request);
    await until(() => setup.calls.length === 1);
    left.abort();
    answered.open();
    await response;
    assert.equal((await setup.claim('daily', MEMBER)).body['code'], 'already-claimed');
  });
});
