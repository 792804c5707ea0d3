import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createDesk } from '../../src/desk/index.ts';
import type { DeliveryLine } from '../../src/desk/api-types.ts';
import { grant } from '../../src/ledger/conformance/bench.ts';
import { HOUR, NOON, request } from '../../src/ledger/conformance/requests.ts';
import { type Asked, asPage, ledgerFor, PAGE, proxyOn } from './support.ts';

const TAKING = { now: NOON, until: NOON + HOUR, limit: 100 };
const SEND = '/api/deliveries/send-again';

/** A desk whose proxy tells the shop and the crm of claims, and told a former receiver; `who` is whom the login knows. */
async function deskWith(t: TestContext, { claims, who = 'Wren' }: { claims: number; who?: string | null }) {
  const ledger = ledgerFor(t);
  const { inside, ready } = proxyOn(t, ledger);
  await ready;
  const receivers = (names: readonly string[]) =>
    ledger.setReceivers(
      names.map((name) => ({ name, types: ['claim.granted'] })),
      NOON,
    );
  await receivers(['crm', 'former', 'shop']);
  const ids: string[] = [];
  for (let index = 0; index < claims; index += 1) {
    ids.push((await grant(ledger, request({ memberId: `73920461853027${1000 + index}`, now: NOON + index }))).id);
  }
  await receivers(['crm', 'shop']);
  const proxy = { inside: { ...inside, receivers: ['crm', 'shop'] } };
  const desk = createDesk({ proxy, authorize: () => ({ name: who }), files: PAGE, now: () => NOON });
  const ask = async (path: string, asked?: Asked) => {
    const response = await desk.fetch(asPage(path, asked));
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };
  const end = async (receiver: string, state: 'delivered' | 'failed', limit = 100) => {
    for (const taken of await ledger.takeDeliveries({ ...TAKING, now: NOON + HOUR, receiver, limit })) {
      await ledger.noteDelivery(taken, { state, outcome: 'status 503', attempts: taken.attempts }, NOON);
    }
  };
  const list = async (query = '') => {
    const { status, body } = await ask(`/api/deliveries?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    const lines: DeliveryLine[] = body.deliveries;
    return { lines, next: body.next as string | null };
  };
  return { ledger, ids, ask, end, list };
}

describe('the log of deliveries at the desk', () => {
  it('counts for each receiver what waits, was delivered and failed, and says who is told no more', async (t) => {
    const { ask, end } = await deskWith(t, { claims: 3 });
    await end('shop', 'failed', 2);
    await end('crm', 'delivered');
    assert.deepEqual((await ask('/api/receivers')).body, [
      { name: 'crm', isTold: true, waiting: 0, delivered: 3, failed: 0 },
      { name: 'former', isTold: false, waiting: 0, delivered: 0, failed: 3 },
      { name: 'shop', isTold: true, waiting: 1, delivered: 0, failed: 2 },
    ]);
  });

  it('lists events with their way, by receiver, outcome and claim, without a member', async (t) => {
    const { ask, end, list, ids } = await deskWith(t, { claims: 2 });
    await end('shop', 'failed', 1);
    const { text } = await ask('/api/deliveries');
    assert.doesNotMatch(text, /7392046185/);
    const { lines, next } = await list('to=shop&state=failed');
    assert.deepEqual(lines, [
      {
        claimId: ids[0],
        receiver: 'shop',
        type: 'claim.granted',
        at: NOON,
        state: 'failed',
        attempts: 1,
        dueAt: null,
        outcome: 'status 503',
        endedAt: NOON,
        event: `msg_${ids[0]}_1`,
        action: 'daily',
      },
    ]);
    assert.equal(next, null);
    assert.deepEqual(
      (await list(`claim=${ids[1]}`)).lines.map(({ receiver, claimId }) => [receiver, claimId]),
      ['shop', 'former', 'crm'].map((receiver) => [receiver, ids[1]]),
    );
    assert.match((await ask('/api/deliveries?state=lost')).body.detail, /state must be one of waiting, delivered/);
    assert.equal((await ask('/api/deliveries?after=nothing')).status, 400);
  });

  it('has pages, each of which begins where the one before ends', async (t) => {
    const { list } = await deskWith(t, { claims: 20 });
    const first = await list();
    assert.equal(first.lines.length, 50);
    const second = await list(`after=${first.next}`);
    assert.equal(second.next, null);
    const all = [...first.lines, ...second.lines].map(({ event, receiver }) => `${event} ${receiver}`);
    assert.deepEqual([all.length, new Set(all).size], [60, 60]);
  });

  it('has one event sent again, and notes by whom', async (t) => {
    const { ask, end, list, ledger, ids } = await deskWith(t, { claims: 2 });
    await end('shop', 'failed');
    const [line] = (await list('to=shop')).lines;
    assert.ok(line);
    const { event, receiver } = line;
    const reply = await ask(SEND, { method: 'POST', body: { events: [{ event, receiver }], by: 'the boss' } });
    assert.deepEqual([reply.status, reply.body], [200, { count: 1 }]);
    assert.deepEqual(
      (await list('to=shop')).lines.map(({ state, dueAt }) => [state, dueAt]),
      [
        ['waiting', NOON],
        ['failed', null],
      ],
    );
    const [entry, ...others] = await ledger.audit({});
    assert.deepEqual([entry?.who, entry?.what, entry?.claimId], ['Wren', 'sent again', ids[1]]);
    assert.deepEqual(others, []);
  });

  it('has all be sent again that failed for a receiver, or for all, but for those that are told no more', async (t) => {
    const { ask, end, ledger } = await deskWith(t, { claims: 3 });
    await end('shop', 'failed');
    await end('crm', 'failed', 1);
    assert.deepEqual((await ask(SEND, { method: 'POST', body: { failedFor: 'shop' } })).body, { count: 3 });
    assert.deepEqual((await ask(SEND, { method: 'POST', body: { failedFor: null } })).body, { count: 1 });
    assert.deepEqual((await ask(SEND, { method: 'POST', body: { failedFor: 'former' } })).body, { count: 0 });
    const details = (await ledger.audit({})).map((entry) => entry.details);
    assert.deepEqual(details, [
      { receiver: null, deliveries: 1 },
      { receiver: 'shop', deliveries: 3 },
    ]);
  });

  it('sends nothing where one of the events is not there, or its receiver is told no more', async (t) => {
    const { ask, end, list, ledger } = await deskWith(t, { claims: 1 });
    await end('shop', 'failed');
    const [shop] = (await list('to=shop')).lines;
    const [former] = (await list('to=former')).lines;
    const send = (events: unknown) => ask(SEND, { method: 'POST', body: { events } });
    const [good, gone] = [shop, former].map((line) => ({ event: line?.event, receiver: line?.receiver }));
    assert.deepEqual(
      [(await send([good, { event: 'msg_0_1', receiver: 'shop' }])).status, (await send([gone])).status],
      [404, 400],
    );
    assert.match((await send([gone])).body.detail, /names no such receiver any more/);
    const wrong = [[], {}, [1], [{ event: 1, receiver: 'shop' }], Array.from({ length: 101 }, () => good), undefined];
    for (const events of wrong) assert.equal((await send(events)).status, 400);
    assert.equal((await ask(SEND, { method: 'POST', body: { events: [good], failedFor: null } })).status, 400);
    assert.equal((await list('to=shop&state=failed')).lines.length, 1);
    assert.deepEqual(await ledger.audit({}), []);
  });

  it('is of nobody who does not say who it is', async (t) => {
    const { ask, end, list } = await deskWith(t, { claims: 1, who: null });
    await end('shop', 'failed');
    const { status, body } = await ask(SEND, { method: 'POST', body: { failedFor: null } });
    assert.deepEqual([status, body.detail], [400, 'by must say who it is.']);
    assert.equal((await list('to=shop&state=failed')).lines.length, 1);
    assert.equal((await ask(SEND, { method: 'POST', body: { failedFor: 'shop', by: 'Noor' } })).status, 200);
  });

  it('sends nothing for another site', async (t) => {
    const { ask, end, list } = await deskWith(t, { claims: 1 });
    await end('shop', 'failed');
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    for (const path of ['/api/deliveries', '/api/receivers']) assert.equal((await ask(path, { headers })).status, 403);
    const asked = { method: 'POST', headers, body: { failedFor: null } };
    assert.equal((await ask(SEND, asked)).status, 403);
    assert.equal((await list('to=shop&state=failed')).lines.length, 1);
  });
});
