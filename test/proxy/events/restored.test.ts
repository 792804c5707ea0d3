import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { grant, reply } from '../support/transport.ts';
import { pointsAndRole, receiving } from './receive.ts';

const DAY = 86_400_000;

describe('an event that a restored ledger may have lost', () => {
  it('waits for an operator, and is paid once where that one found that it was not', async () => {
    await using setup = receiving('standard');
    const { now } = setup.clock;
    const by = { who: 'op', why: 'the disk died' };
    await setup.ledger.restored({ since: now - DAY, until: now }, by, now);
    setup.clock.now += DAY;
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await setup.send();
      assert.deepEqual([status, body['outcome']], [202, 'pending']);
    }
    assert.equal(setup.calls.length, 0);
    const [claim] = await setup.ledger.list({});
    await setup.ledger.resolve(claim?.id ?? '', { state: 'released', ...by }, setup.clock.now);
    assert.equal((await setup.send({ id: 'evt-3' })).body['outcome'], 'pending');
    for (let time = 0; time < 2; time += 1) assert.equal((await setup.send()).body['outcome'], 'granted');
    await setup.ledger.restored(null, by, setup.clock.now);
    assert.equal((await setup.send({ id: 'evt-2' })).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 2);
  });
});

describe('an event that a restored ledger may have lost, of an action with periods', () => {
  it('waits for an operator also where it comes again in a period after that', async () => {
    await using setup = receiving('standard', {
      source: { action: 'visit' },
      config: { actions: { visit: { title: 'Visit', by: 'events', repeats: 'daily', points: 5, remark: 'Visit' } } },
    });
    const { now } = setup.clock;
    await setup.ledger.restored({ since: now - 3 * DAY, until: now }, { who: 'op', why: 'the disk died' }, now);
    setup.clock.now += 2 * DAY;
    const { status, body } = await setup.send();
    assert.deepEqual([status, body['outcome'], setup.calls.length], [202, 'pending', 0]);
  });
});

describe('an event of which a restored ledger has a part', () => {
  for (const repeats of ['each-event', 'once'] as const) {
    it(`waits for an operator, and is then paid once what it is missing, where its action repeats ${repeats}`, async () => {
      let fails = true;
      await using setup = receiving('standard', {
        ...pointsAndRole(repeats),
        script: (call, count) => (fails && call.path.endsWith('/award') ? reply(500, '') : grant(call, count)),
      });
      const { now } = setup.clock;
      const by = { who: 'op', why: 'the disk died' };
      const release = async () => {
        const [claim, ...others] = await setup.ledger.list({});
        assert.deepEqual(others, []);
        await setup.ledger.resolve(claim?.id ?? '', { state: 'released', ...by }, setup.clock.now);
      };
      assert.equal((await setup.send()).body['outcome'], 'pending');
      await release();
      await setup.ledger.restored({ since: now, until: now + 1 }, by, now + 1);
      fails = false;
      setup.clock.now += DAY;
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await setup.send();
        assert.deepEqual([status, body['outcome']], [202, 'pending']);
      }
      await release();
      for (let time = 0; time < 2; time += 1) assert.equal((await setup.send()).body['outcome'], 'granted');
      assert.equal(setup.calls.filter(({ path }) => path.endsWith('/award')).length, 2);
    });
  }
});
