import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { proofFor } from '../challenge/solve.ts';
import { setUp } from '../support/setup.ts';
import { gate, grant, reply, until } from '../support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };

describe('an idempotency key', () => {
  const key = { 'idempotency-key': 'press-1' };

  it('gets the first answer again', async () => {
    await using setup = setUp();
    const first = await setup.claim('daily', MEMBER, key);
    const again = await setup.claim('daily', MEMBER, key);
    assert.equal(again.status, 201);
    assert.deepEqual(again.body, first.body);
    assert.equal(setup.calls.length, 1);
  });

  it('gets a refusal again without another call', async () => {
    await using setup = setUp({ script: () => reply(200, { code: 5, error: 'no' }) });
    const first = await setup.claim('daily', MEMBER, key);
    const again = await setup.claim('daily', MEMBER, key);
    assert.equal(again.status, 422);
    assert.equal(again.body['detail'], first.body['detail']);
    assert.equal(setup.calls.length, 1);
  });

  it('waits for the first request where that is still under way', async () => {
    const answered = gate();
    await using setup = setUp({ script: async (call, count) => (await answered.opened, grant(call, count)) });
    const answers = [setup.claim('daily', MEMBER, key), setup.claim('daily', MEMBER, key)];
    await until(() => setup.calls.length === 1);
    answered.open();
    const [first, again] = await Promise.all(answers);
    assert.deepEqual([first?.status, again?.status], [201, 201]);
    assert.deepEqual(again?.body, first?.body);
  });

  it('counts as the same whatever the order of the keys in the body', async () => {
    const fields = { one: { label: 'One', type: 'text' }, two: { label: 'Two', type: 'text' } } as const;
    const action = { title: 'S', repeats: 'once', points: 1, remark: 'r', fields } as const;
    await using setup = setUp({ config: { actions: { signup: action } } });
    await setup.claim('signup', { ...MEMBER, fields: { one: 'a', two: 'b' } }, key);
    const again = await setup.claim('signup', { fields: { two: 'b', one: 'a' }, ...MEMBER }, key);
    assert.equal(again.status, 201);
  });

  it('is not valid with another body', async () => {
    await using setup = setUp();
    await setup.claim('daily', MEMBER, key);
    const { body: problem } = await setup.claim('daily', { ...MEMBER, proof: {} }, key);
    assert.equal(problem['code'], 'invalid-request');
    assert.equal(problem['detail'], 'This Idempotency-Key came with another request before. Use a new one.');
    assert.equal(setup.calls.length, 1);
  });

  it('of one member is nothing to others: they neither get its answer, nor are kept from theirs', async () => {
    await using setup = setUp();
    const first = await setup.claim('daily', MEMBER, key);
    const stranger = await setup.claim('daily', { memberId: '91234567890123456' }, key);
    assert.deepEqual([stranger.status, stranger.body['memberId']], [201, '91234567890123456']);
    assert.notEqual(stranger.body['id'], first.body['id']);
    assert.deepEqual((await setup.claim('daily', MEMBER, key)).body, first.body);
  });

  it('is nothing to other actions, where a stranger may have used it first', async () => {
    await using setup = setUp();
    const elsewhere = await setup.claim('meetup', MEMBER, key);
    const first = await setup.claim('daily', MEMBER, key);
    assert.deepEqual([elsewhere.status, first.status], [201, 201]);
    assert.deepEqual((await setup.claim('daily', MEMBER, key)).body, first.body);
    assert.deepEqual((await setup.claim('meetup', MEMBER, key)).body, elsewhere.body);
    assert.equal(setup.calls.length, 3);
  });

  it('with another body counts against the limits, and a repetition of the first is answered', async () => {
    const config: Partial<RewardsConfig> = { limits: { member: { max: 5 } } };
    await using setup = setUp({ config });
    const first = await setup.claim('daily', MEMBER, key);
    const others = await Promise.all(
      Array.from({ length: 300 }, (_, n) => setup.claim('daily', { ...MEMBER, fields: { note: n } }, key)),
    );
    assert.equal(others.filter(({ status }) => status === 400).length, 300, 'there is no such field');
    const bodies = await Promise.all(
      Array.from({ length: 300 }, (_, n) => setup.claim('daily', { ...MEMBER, proof: { turnstile: `t${n}` } }, key)),
    );
    assert.equal(bodies.filter(({ status }) => status === 429).length, 296);
    assert.equal(bodies.filter(({ body }) => body['code'] === 'invalid-request').length, 4);
    const again = await setup.claim('daily', MEMBER, key);
    assert.deepEqual([again.status, again.body], [201, first.body]);
  });

  it('that was used does not stand for a proof that a new request has to show', async () => {
    const actions = {
      daily: { title: 'D', repeats: 'daily', points: 1, remark: 'r', challenge: 'altcha' },
    } as const;
    await using setup = setUp({ config: { actions, challengeSecret: 'a secret of thirty-two bytes or more' } });
    setup.clock.now = Date.now();
    const body = { ...MEMBER, proof: await proofFor(setup, 'daily', MEMBER.memberId) };
    assert.equal((await setup.claim('daily', body, key)).status, 201);
    assert.equal((await setup.claim('daily', MEMBER, key)).body['code'], 'invalid-request');
    assert.equal((await setup.claim('daily', MEMBER, { 'idempotency-key': 'l' })).body['code'], 'challenge-failed');
    const stranger = await setup.claim('daily', { ...body, memberId: '91234567890123456' }, key);
    assert.equal(stranger.body['code'], 'challenge-failed');
    assert.equal(setup.calls.length, 1);
  });

  it('must be 1 to 255 visible ASCII characters', async () => {
    await using setup = setUp();
    for (const bad of ['', 'a b', 'x'.repeat(256), 'é']) {
      const { status, body } = await setup.claim('daily', MEMBER, { 'idempotency-key': bad });
      assert.equal(status, 400);
      assert.equal(body['detail'], 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    assert.equal((await setup.claim('daily', MEMBER, { 'idempotency-key': '~'.repeat(255) })).status, 201);
  });
});
