import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { receiving } from './receive.ts';
import { SENDERS } from './senders.ts';
import { ACTIONS } from './sources.ts';

describe('functions of the config', () => {
  it('see the event, and say what it gives to whom', async () => {
    const seen: unknown[] = [];
    await using setup = receiving('shopify', {
      source: {
        action: async (event) => {
          seen.push(event);
          return 'purchase';
        },
        member: ({ id }) => `member-${id}`,
      },
    });
    await setup.send();
    const { body } = SENDERS.shopify.send({ id: 'evt-1', type: 'orders/paid', member: 'ann', seconds: 0 });
    assert.deepEqual(seen, [{ source: 'shop', id: 'evt-1', type: 'orders/paid', body: JSON.parse(body) }]);
    assert.equal(setup.calls[0]?.form['user_id'], 'member-evt-1');
  });

  // https://github.com/PhantomBot/PhantomBot/pull/2714: what was done, undone and done again was paid again.
  it('tell events apart by what the owner says', async () => {
    await using setup = receiving('shopify', { source: { id: 'note_attributes[name=member].value' } });
    for (const id of ['a', 'b']) assert.equal((await setup.send({ id })).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 1);
  });

  it('may fail: the event should be sent again, and the log says why', async () => {
    await using setup = receiving('standard', {
      source: {
        member: () => {
          throw new Error(`no such table, by ${SENDERS.standard.secret}`);
        },
      },
    });
    const { status, text } = await setup.send();
    assert.equal(status, 503);
    assert.ok(!text.includes('table'));
    const line = JSON.stringify(setup.logs.find(({ level }) => level === 'error'));
    assert.ok(line.includes('no such table') && !line.includes(SENDERS.standard.secret));
  });

  it('cannot name an action that visitors claim', async () => {
    await using setup = receiving('standard', { source: { action: () => 'daily' } });
    assert.equal((await setup.send()).status, 503);
    assert.equal(setup.calls.length, 0);
  });
});

describe('where events come in', () => {
  it('is nothing that visitors can claim or see', async () => {
    await using setup = receiving('standard');
    assert.equal((await setup.ask('/rewards/actions/purchase')).status, 404);
    assert.equal((await setup.ask('/rewards/actions/purchase/challenge')).status, 404);
    assert.equal((await setup.claim('purchase', { memberId: 'ann' })).status, 404);
    assert.equal((await setup.ask('/rewards/actions/daily')).status, 200);
  });

  it('is no source that the config does not have', async () => {
    await using setup = receiving('standard');
    const message = SENDERS.standard.send({ id: 'e', type: 'x', member: 'ann', seconds: setup.seconds() });
    for (const name of ['other', 'constructor', '__proto__', 'Shop']) {
      assert.equal((await setup.post(message, name)).status, 404, name);
    }
    assert.equal((await setup.ask('/rewards/events/shop')).status, 405);
  });

  it('takes no more than 512 KiB, stated or not, and nothing that is compressed', async () => {
    await using setup = receiving('standard');
    const message = SENDERS.standard.send({
      id: 'e',
      type: 'x'.repeat(600 * 1024),
      member: 'ann',
      seconds: setup.seconds(),
    });
    assert.equal((await setup.post(message)).status, 413);
    const headers = { ...message.headers, 'content-length': '700000' };
    assert.equal((await setup.post({ ...message, headers })).status, 413);
    const large = SENDERS.standard.send({
      id: 'e',
      type: 'x'.repeat(500 * 1024),
      member: 'ann',
      seconds: setup.seconds(),
    });
    assert.equal((await setup.post(large)).status, 200);
    const packed = { ...large, headers: { ...large.headers, 'content-encoding': 'gzip' } };
    assert.equal((await setup.post(packed)).status, 415);
  });

  it('takes an event from a browser of nobody: no origin counts, and no cookie', async () => {
    await using setup = receiving('standard');
    const { headers, body } = SENDERS.standard.send({ id: 'e', type: 'x', member: 'ann', seconds: setup.seconds() });
    const { status } = await setup.post({ body, headers: { ...headers, origin: 'https://evil.example' } });
    assert.equal(status, 200);
  });

  it('is closed with the proxy', async () => {
    await using setup = receiving('standard');
    await setup.proxy.close();
    const { status, headers } = await setup.send();
    assert.deepEqual([status, headers.get('retry-after')], [503, '5']);
  });

  it('is for a reader of JSON what nests and names it, and no more', async () => {
    await using setup = receiving('standard', { config: { actions: ACTIONS }, source: { member: '__proto__.member' } });
    assert.equal((await setup.send()).body['outcome'], 'ignored');
  });
});
