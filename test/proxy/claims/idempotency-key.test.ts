import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

  it('is not valid with another member, action or body', async () => {
    await using setup = setUp();
    await setup.claim('daily', MEMBER, key);
    for (const [action, body] of [
      ['daily', { memberId: 'another' }],
      ['meetup', MEMBER],
      ['daily', { ...MEMBER, proof: {} }],
    ] as const) {
      const { body: problem } = await setup.claim(action, body, key);
      assert.equal(problem['code'], 'invalid-request');
      assert.equal(problem['detail'], 'This Idempotency-Key came with another request before. Use a new one.');
    }
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
