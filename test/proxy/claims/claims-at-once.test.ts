import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setUp } from '../support/setup.ts';
import { gate, grant, reply, until } from '../support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };

describe('claims at once', () => {
  it('by the same member: fifty give one call, one 201, and 49 times "already claimed"', async () => {
    const answered = gate();
    await using setup = setUp({ script: async (call, count) => (await answered.opened, grant(call, count)) });
    const answers = Array.from({ length: 50 }, () => setup.claim('daily', MEMBER));
    await until(() => setup.calls.length > 0);
    answered.open();
    const all = await Promise.all(answers);
    assert.equal(setup.calls.length, 1);
    assert.deepEqual(
      all.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, ...Array.from({ length: 49 }, () => 409)],
    );
  });

  it('get the same answer as the first where it was refused', async () => {
    const answered = gate();
    await using setup = setUp({
      script: async (_call, count) => {
        await answered.opened;
        return reply(200, { code: 5, error: `no ${count}` });
      },
    });
    const answers = [setup.claim('daily', MEMBER), setup.claim('daily', MEMBER)];
    await until(() => setup.calls.length === 1);
    answered.open();
    const [first, second] = await Promise.all(answers);
    assert.equal(first?.status, 422);
    assert.equal(second?.body['detail'], first?.body['detail']);
    assert.equal(setup.calls.length, 1);
  });

  it('by different members do not wait for one another', async () => {
    const answered = gate();
    await using setup = setUp({
      script: async (call, count) => {
        if (call.form['user_id'] === 'slow') await answered.opened;
        return grant(call, count);
      },
    });
    const slow = setup.claim('daily', { memberId: 'slow' });
    assert.equal((await setup.claim('daily', { memberId: 'quick' })).status, 201);
    answered.open();
    assert.equal((await slow).status, 201);
  });

  it('never exceed the capacity', async () => {
    const daily = { title: 'D', repeats: 'once', points: 1, remark: 'r', capacity: 3 } as const;
    await using setup = setUp({ config: { actions: { daily } } });
    const answers = Array.from({ length: 10 }, (_, index) => setup.claim('daily', { memberId: `m${index}` }));
    const codes = (await Promise.all(answers)).map(({ body }) => body['code'] ?? 'granted');
    assert.equal(codes.filter((code) => code === 'granted').length, 3);
    assert.equal(codes.filter((code) => code === 'full').length, 7);
    assert.equal(setup.calls.length, 3);
  });
});
