import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { grant, reply, reset, type Script, until } from '../support/transport.ts';
import { setUp } from '../support/setup.ts';
import { SECRET, startReceiver, verified } from './receiver.ts';

/** Grants the first call, refuses the second, and loses the reply to the third. */
const eachOnce: Script = (call, count) => {
  if (count === 1) return grant(call, count);
  return count === 2 ? reply(200, { code: 5, error: 'no' }) : reset(call, count);
};

describe('a proxy with receivers', () => {
  it('tells them at once what claims came to, and what an operator decides', async (t) => {
    const { url, received, came } = await startReceiver(t);
    const config = { receivers: { shop: { url, secret: SECRET, memberIds: true } } };
    await using setup = setUp({ script: eachOnce, config });
    const claims: string[] = [];
    for (const memberId of ['alice', 'bob', 'carol']) {
      await setup.claim('daily', { memberId });
      const [claim] = await setup.ledger.list({ memberId });
      claims.push(claim?.id ?? assert.fail());
    }
    await came(3);
    await setup.proxy.inside.ledger.resolve(
      claims[2] ?? '',
      { state: 'released', who: 'Wren', why: 'no' },
      setup.clock.now,
    );
    await came(4);
    const told = received.map(({ event: { type, data } }) => `${type} ${String(data['memberId'])}`);
    assert.deepEqual(
      new Set(told),
      new Set(['claim.granted alice', 'claim.refused bob', 'claim.pending carol', 'claim.released carol']),
    );
    assert.equal(told.at(-1), 'claim.released carol');
    assert.ok(received.every(({ headers, body }) => verified(headers, body, SECRET)));
    assert.deepEqual(received.map(({ event }) => event.data['id']).filter((id) => id === claims[2]).length, 2);
  });

  it('keeps no claim waiting for one that does not answer, and closes all the same', async (t) => {
    const { url, came } = await startReceiver(t, () => {});
    await using setup = setUp({ config: { receivers: { shop: { url, secret: SECRET } } } });
    assert.equal((await setup.claim('daily', { memberId: 'alice' })).status, 201);
    await came(1);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const closed = setup.proxy.close();
    await until(async () => {
      t.mock.timers.tick(1_000);
      return (await setup.ledger.deliveries({ state: 'waiting' }))[0]?.outcome === 'the proxy was closed';
    });
    await closed;
    t.mock.timers.reset();
    // The next process need not wait.
    const [waiting] = await setup.ledger.deliveries({});
    assert.deepEqual([waiting?.state, waiting?.dueAt], ['waiting', setup.clock.now]);
  });

  it('has the next process send what the one before it did not', async (t) => {
    const { url, received, came } = await startReceiver(t);
    const config = { receivers: { shop: { url, secret: SECRET } } };
    const first = setUp({ config: { receivers: { shop: { url: 'http://127.0.0.1:1/', secret: SECRET } } } });
    await first.claim('daily', { memberId: 'alice' });
    await until(async () => (await first.ledger.deliveries({}))[0]?.outcome !== null);
    await first.proxy.close();
    const { ledger } = first;
    await ledger.sendAgain({ failedFor: null }, 'Wren', first.clock.now);
    const [delivery] = await ledger.deliveries({});
    await ledger.sendAgain(delivery ? [delivery] : [], 'Wren', first.clock.now);
    await using second = setUp({ config, ledger });
    await second.proxy.ready;
    await came(1);
    assert.equal(received[0]?.id, `msg_${delivery?.claimId}_${delivery?.seq}`);
    await until(async () => (await ledger.deliveries({}))[0]?.state === 'delivered');
  });

  it('that were taken out of the config again notes nothing for them', async (t) => {
    const { url } = await startReceiver(t);
    const first = setUp({ config: { receivers: { shop: { url, secret: SECRET } } } });
    await first.proxy.ready;
    await first.proxy.close();
    await using second = setUp({ ledger: first.ledger });
    await second.claim('daily', { memberId: 'alice' });
    assert.deepEqual(await second.ledger.deliveries({}), []);
  });

  it('alerts the owner where one says that it is gone', async (t) => {
    const { url } = await startReceiver(t, (response) => void response.writeHead(410).end());
    const alerts: unknown[] = [];
    await using setup = setUp({
      config: { receivers: { shop: { url, secret: SECRET } }, onAlert: (event) => void alerts.push(event) },
    });
    await setup.claim('daily', { memberId: 'alice' });
    await until(() => alerts.length > 0);
    assert.deepEqual(alerts, [
      { kind: 'delivery-failed', receiver: 'shop', outcome: 'status 410', at: '2026-03-10T12:00:00.000Z', more: 0 },
    ]);
  });
});
