import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { NOON, request } from '../../../src/ledger/conformance/requests.ts';
import type { Delivery, Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { MAX_ATTEMPTS } from '../../../src/proxy/deliveries/back-off.ts';
import { createSender, type Sender } from '../../../src/proxy/deliveries/index.ts';
import { receiversIn, type ReceiverSettings } from '../../../src/proxy/deliveries/config.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { until } from '../support/transport.ts';
import { ALL, receiver, SECRET, startReceiver, status, verified } from './receiver.ts';

const HOUR = 3_600_000;

interface Told {
  ledger: Ledger;
  sender: Sender;
  clock: { now: number };
  logs: string[];
  failures: string[];
  /** The deliveries once none is under way or due. */
  settled: () => Promise<Delivery[]>;
}

/** A ledger with receivers, and what tells them, on a clock that the test turns. */
async function tell(
  t: TestContext,
  receivers: Record<string, ReceiverSettings>,
  ledger: Ledger = sqliteLedger(':memory:'),
): Promise<Told> {
  const clock = { now: NOON + 1_000 };
  const logs: string[] = [];
  const failures: string[] = [];
  const log = (details: object, message: string) => void logs.push(JSON.stringify({ message, ...details }));
  await ledger.setReceivers(receiversIn(receivers), NOON);
  const sender = createSender({
    receivers,
    ledger,
    logger: { debug: log, info: log, warn: log, error: log },
    secrets: new Secrets(),
    failed: (name, outcome) => failures.push(`${name}: ${outcome}`),
    now: () => clock.now,
  });
  t.after(async () => {
    await sender.close();
    await ledger.close();
  });
  const settled = async () => {
    let all: Delivery[] = [];
    sender.wake();
    // What is taken is due only once another process may have it.
    await until(async () => {
      all = await ledger.deliveries({});
      return all.every(
        ({ state, outcome, dueAt }) =>
          state !== 'waiting' || (outcome !== null && Number(dueAt) > clock.now && dueAt !== clock.now + 60_000),
      );
    });
    return all;
  };
  return { ledger, sender, clock, logs, failures, settled };
}

describe('a receiver of what becomes of claims', () => {
  it('gets each event, signed, with what was given and no member', async (t) => {
    const { url, received } = await startReceiver(t);
    const { ledger, settled } = await tell(t, { shop: receiver(url) });
    const claim = await grant(ledger, request({ memberId: '424242424242', fields: { email: 'noor@example.org' } }));
    const [delivery] = await settled();
    assert.deepEqual([delivery?.state, delivery?.outcome], ['delivered', 'status 204']);
    assert.equal(received.length, 1);
    const [{ headers, body, id, event } = assert.fail()] = received;
    assert.ok(verified(headers, body, SECRET));
    assert.equal(headers['webhook-timestamp'], String((NOON + 1_000) / 1_000));
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(id, `msg_${claim.id}_1`);
    assert.deepEqual(event, {
      type: 'claim.granted',
      timestamp: '2026-11-20T12:00:00.000Z',
      data: {
        id: claim.id,
        sequence: 1,
        action: 'daily',
        service: 'default',
        memberId: null,
        status: 'granted',
        streak: 1,
        grants: [{ type: 'points', points: 10, remark: 'Daily check-in', status: 'granted' }],
        claimedAt: '2026-11-20T12:00:00.000Z',
        nextClaimAt: '2026-11-21T00:00:00.000Z',
      },
    });
    assert.ok(!/424242424242|noor/.test(body));
  });

  it('gets the member where its config says so, unless the member was forgotten', async (t) => {
    const { url, received } = await startReceiver(t);
    const ledger = sqliteLedger(':memory:');
    await ledger.setReceivers([{ name: 'shop', types: ALL }], NOON);
    await grant(ledger, request({ memberId: '424242424242' }));
    await grant(ledger, request({ memberId: '171717171717' }));
    await ledger.forget('171717171717', NOON);
    const { settled } = await tell(t, { shop: receiver(url, { memberIds: true }) }, ledger);
    await settled();
    const members = received.map(({ event }) => String(event.data['memberId']));
    assert.deepEqual(new Set(members), new Set(['424242424242', 'null']));
  });

  it('gets only what it asks for, with a secret of its own, whatever others do', async (t) => {
    const slow = await startReceiver(t, () => {});
    const quick = await startReceiver(t);
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const { ledger, sender } = await tell(t, {
      slow: receiver(slow.url),
      quick: receiver(quick.url, { types: ['claim.refused'], secret: [other, SECRET] }),
    });
    await grant(ledger, request({ memberId: '1' }));
    const refused = await ledger.reserve(request({ memberId: '2' }));
    assert.ok(refused.kind === 'reserved');
    await ledger.settle(refused.claim.id, 0, { state: 'refused', evidence: null }, NOON);
    sender.wake();
    await Promise.all([slow.came(2), quick.came(1)]);
    const [{ event, headers, body } = assert.fail()] = quick.received;
    assert.equal(event.type, 'claim.refused');
    assert.ok(verified(headers, body, SECRET) && verified(headers, body, other));
    await until(async () => (await ledger.deliveries({ state: 'delivered' })).length === 1);
  });

  it('that fails gets the same event again, later each time, until it takes it', async (t) => {
    const { url, received } = await startReceiver(t, (response, _, count) => status(response, count < 4 ? 500 : 200));
    const { ledger, clock, settled } = await tell(t, { shop: receiver(url) });
    await grant(ledger, request());
    const waits: number[] = [];
    for (let attempt = 1; attempt < 4; attempt += 1) {
      const [waiting] = await settled();
      assert.equal(waiting?.outcome, 'status 500');
      assert.equal(received.length, attempt);
      const dueAt = waiting.dueAt ?? assert.fail();
      waits.push(dueAt - clock.now);
      clock.now = dueAt - 1;
      await settled();
      assert.equal(received.length, attempt, 'it was not due yet');
      clock.now = dueAt;
    }
    const [delivered] = await settled();
    assert.deepEqual([delivered?.state, delivered?.attempts], ['delivered', 4]);
    for (const [index, usual] of [5_000, 20_000, 80_000].entries()) {
      const wait = waits[index] ?? 0;
      assert.ok(wait >= usual * 0.75 && wait <= usual * 1.25, `${wait} after attempt ${index + 1}`);
    }
    assert.equal(new Set(received.map(({ id }) => id)).size, 1);
    assert.equal(new Set(received.map(({ body }) => body)).size, 1);
    assert.ok(received.every(({ headers, body }) => verified(headers, body, SECRET)));
    assert.ok(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size > 1);
  });

  for (const [name, isSeen] of [
    ['once the clock that was ahead when it failed is set back', true],
    ['at the start, where the clock was set back since it failed', false],
  ] as const) {
    it(`gets an event ${name}`, async (t) => {
      let works = false;
      const { url } = await startReceiver(t, (response) => status(response, works ? 200 : 503));
      const receivers = { shop: receiver(url) };
      const { ledger, clock, settled, sender } = await tell(t, receivers);
      await grant(ledger, request());
      clock.now += 20 * HOUR;
      assert.equal((await settled())[0]?.outcome, 'status 503');
      works = true;
      clock.now -= 20 * HOUR;
      if (isSeen) sender.wake();
      else await tell(t, receivers, ledger);
      await until(async () => (await ledger.deliveries({ state: 'delivered' })).length === 1);
    });
  }

  for (const [form, headerAt] of [
    ['seconds', () => '7200'],
    ['a date', (now: number) => new Date(now + 2 * HOUR).toUTCString()],
  ] as const) {
    it(`says by Retry-After when to come again: ${form}`, async (t) => {
      let now = 0;
      const { url } = await startReceiver(t, (response) => status(response, 429, { 'retry-after': headerAt(now) }));
      const { ledger, clock, settled } = await tell(t, { shop: receiver(url) });
      now = clock.now;
      await grant(ledger, request());
      const [waiting] = await settled();
      assert.equal(waiting?.dueAt, clock.now + 2 * HOUR);
    });
  }

  it('has failed after the last attempt: that is told, stays listed, and can be sent again', async (t) => {
    let works = false;
    const { url, received } = await startReceiver(t, (response) => status(response, works ? 200 : 503));
    const { ledger, clock, settled, failures, logs } = await tell(t, { shop: receiver(url) });
    await grant(ledger, request());
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      clock.now += 24 * HOUR;
      await settled();
      assert.equal(received.length, attempt);
    }
    clock.now += 24 * HOUR;
    const [failed] = await settled();
    assert.deepEqual([failed?.state, failed?.attempts], ['failed', MAX_ATTEMPTS]);
    assert.deepEqual(failures, ['shop: status 503']);
    assert.match(logs.at(-1) ?? '', /not tried any more/);
    works = true;
    assert.equal(await ledger.sendAgain({ failedFor: 'shop' }, 'Wren', clock.now), 1);
    const [again] = await settled();
    assert.equal(again?.state, 'delivered');
    assert.equal(new Set(received.map(({ id }) => id)).size, 1);
  });

  it('that is gone (410) is told nothing more', async (t) => {
    const { url, received } = await startReceiver(t, (response) => status(response, 410));
    const { ledger, settled, failures } = await tell(t, { shop: receiver(url) });
    await grant(ledger, request());
    assert.equal((await settled())[0]?.state, 'failed');
    await until(() => failures.length > 0);
    await grant(ledger, request({ memberId: '2' }));
    assert.equal((await settled()).length, 1);
    assert.equal(received.length, 1);
  });

  it('is not followed elsewhere', async (t) => {
    const elsewhere = await startReceiver(t);
    const { url } = await startReceiver(t, (response) => status(response, 307, { location: elsewhere.url }));
    const { ledger, settled } = await tell(t, { shop: receiver(url) });
    await grant(ledger, request());
    const [waiting] = await settled();
    assert.deepEqual([waiting?.state, waiting?.outcome], ['waiting', 'status 307']);
    assert.deepEqual(elsewhere.received, []);
  });

  it('that resets the connection, or is not there, is tried again', async (t) => {
    const { url } = await startReceiver(t, (response) => response.socket?.resetAndDestroy());
    const { ledger, settled } = await tell(t, {
      resets: receiver(url),
      absent: receiver('http://127.0.0.1:1/hook'),
    });
    await grant(ledger, request());
    const all = await settled();
    assert.equal(all.length, 2);
    for (const { state, outcome, attempts } of all) {
      assert.deepEqual([state, attempts], ['waiting', 1]);
      assert.match(outcome ?? '', /fetch failed: .*|ECONN|bad port/);
    }
  });

  it('that does not answer is given up after 15 seconds, and tried again', async (t) => {
    const { url, came } = await startReceiver(t, () => {});
    const { ledger, sender } = await tell(t, { shop: receiver(url) });
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await grant(ledger, request());
    sender.wake();
    await came(1);
    await until(async () => {
      t.mock.timers.tick(1_000);
      return (await ledger.deliveries({}))[0]?.outcome === 'no answer within 15000 ms';
    });
    t.mock.timers.reset();
  });

  it('may say as much as it likes: nothing of that is read', async (t) => {
    let isClosed = false;
    const { url } = await startReceiver(t, (response) => {
      response.writeHead(200);
      response.on('close', () => {
        isClosed = true;
      });
      const write = (): void => {
        while (!response.closed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const { ledger, settled } = await tell(t, { shop: receiver(url) });
    await grant(ledger, request());
    assert.equal((await settled())[0]?.state, 'delivered');
    await until(() => isClosed);
  });

  it('is told once where several processes have the ledger, and by another where one is lost in the middle', async (t) => {
    const { url, received } = await startReceiver(t);
    const ledger = sqliteLedger(':memory:');
    await ledger.setReceivers([{ name: 'shop', types: ALL }], NOON);
    const lost = await grant(ledger, request({ memberId: 'lost' }));
    // A process that took it, and died.
    await ledger.takeDeliveries({ receiver: 'shop', now: NOON, until: NOON + 60_000, limit: 1 });
    const one = await tell(t, { shop: receiver(url) }, ledger);
    const other = createSender({
      receivers: { shop: receiver(url) },
      ledger: ledger,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      secrets: new Secrets(),
      failed: () => {},
      now: () => one.clock.now,
    });
    t.after(() => other.close());
    for (let member = 1; member <= 40; member += 1) {
      await grant(ledger, request({ memberId: String(member) }));
      one.sender.wake();
      other.wake();
    }
    const delivered = async () => (await ledger.deliveries({ state: 'delivered' })).length;
    await until(async () => (await delivered()) === 40);
    assert.equal(new Set(received.map(({ id }) => id)).size, 40);
    one.clock.now = NOON + 61_000;
    one.sender.wake();
    other.wake();
    await until(async () => (await delivered()) === 41);
    assert.equal(received.length, 41);
    assert.equal(received.at(-1)?.event.data['id'], lost.id);
  });

  it('is left in peace while it takes nothing, and gets all once it is back', async (t) => {
    let works = false;
    const { url, received } = await startReceiver(t, (response) => status(response, works ? 204 : 502));
    const { ledger, clock, sender, settled } = await tell(t, { shop: receiver(url) });
    for (let member = 1; member <= 100; member += 1) await grant(ledger, request({ memberId: String(member) }));
    sender.wake();
    await until(
      async () => (await ledger.deliveries({ limit: 200 })).filter(({ outcome }) => outcome !== null).length >= 32,
    );
    const tried = received.length;
    assert.ok(tried < 100, `${tried} of 100 were tried at once`);
    works = true;
    clock.now += 24 * HOUR;
    await settled();
    assert.equal(new Set(received.map(({ id }) => id)).size, 100);
  });
});
