import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReference, InDoubtError, type Ledger, LedgerError } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import type { AlertEvent } from '../../../src/proxy/index.ts';
import { readPrometheus, valueOf } from '../support/prometheus.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { connectionRefused, grant, reply, reset, roleOnly, type Script, until } from '../support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };
const HOUR = 3_600_000;
const outage = new LedgerError('the disk is full', { code: 'sqlite-13' });

/** A ledger on which some methods fail while it is `away`. */
function unsteady(...methods: (keyof Ledger)[]): { ledger: Ledger; real: Ledger; away: boolean; failures: number } {
  const real = sqliteLedger(':memory:');
  const state = { real, away: true, failures: 0, ledger: { ...real } };
  for (const method of methods) {
    const original = real[method];
    Object.assign(state.ledger, {
      [method]: async (...args: unknown[]) => {
        if (!state.away) return Reflect.apply(original, real, args);
        state.failures += 1;
        throw outage;
      },
    });
  }
  return state;
}

const statusOf = async (setup: Setup, id: unknown) => (await setup.ask(`/rewards/claims/${String(id)}`)).body['status'];
const statesOf = async (ledger: Ledger) =>
  (await ledger.list({})).map(({ grants }) => grants.map(({ state }) => state).join(', '));
const messages = ({ logs }: Setup, level: string) =>
  logs.filter((line) => line.level === level).map((line) => line.message);

describe('an outcome that the ledger cannot record', () => {
  for (const [name, script, status, then] of [
    ['granted', grant, 'granted', 201],
    ['refused', () => reply(422, { code: 3, error: 'no' }), 'refused', 422],
    ['never written', connectionRefused, 'released', 502],
    ['unknown', reset, 'pending', 202],
  ] as [string, Script, string, number][]) {
    it(`is pending for the visitor, and recorded once the ledger is back: ${name}`, async () => {
      const store = unsteady('settle');
      await using setup = setUp({ ledger: store.ledger, script });
      const key = { 'idempotency-key': 'one-press' };
      const answer = await setup.claim('daily', MEMBER, key);
      const calls = setup.calls.length;
      assert.deepEqual([answer.status, answer.body['status']], [202, 'pending']);
      await until(() => store.failures > 2);
      assert.equal(await statusOf(setup, answer.body['id']), 'pending');
      store.away = false;
      await until(async () => (await store.real.list({ state: 'sent' })).length === 0);
      assert.equal(await statusOf(setup, answer.body['id']), status);
      assert.equal((await setup.claim('daily', MEMBER, key)).status, then);
      assert.equal(setup.calls.length, calls);
      assert.deepEqual(messages(setup, 'error'), [
        'the outcome of a call could not be recorded: it is kept, and tried again',
      ]);
      const alerts = setup.logs.filter(({ kind }) => kind === 'ledger-failed');
      assert.deepEqual(
        alerts.map(({ reason }) => reason),
        ['sqlite-13'],
      );
      assert.ok(messages(setup, 'info').includes('the outcome of a call has been recorded after all'));
    });
  }

  it('stands in the log meanwhile', async () => {
    const store = unsteady('settle');
    await using setup = setUp({ ledger: store.ledger });
    const { body } = await setup.claim('daily', MEMBER);
    const line = setup.logs.find(({ level }) => level === 'error');
    assert.deepEqual(
      [line?.['claim'], line?.['grant'], Object(line?.['settlement'])['state']],
      [body['id'], 0, 'granted'],
    );
    store.away = false;
  });

  it('comes before the next grant, which is carried out behind the visitor', async () => {
    const store = unsteady('settle');
    await using setup = setUp({ ledger: store.ledger });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 202);
    await until(() => store.failures > 1);
    assert.equal(setup.calls.length, 1);
    store.away = false;
    await until(async () => (await statesOf(store.real))[0] === 'granted, granted');
    assert.equal(setup.calls.length, 2);
  });

  it('counts although recovery has called it unknown meanwhile', async () => {
    const store = unsteady('settle');
    await using setup = setUp({ ledger: store.ledger });
    const { body } = await setup.claim('daily', MEMBER);
    setup.clock.now += HOUR;
    assert.equal(await statusOf(setup, body['id']), 'pending');
    assert.deepEqual(await statesOf(store.real), ['unknown']);
    store.away = false;
    await until(async () => (await statesOf(store.real))[0] === 'granted');
  });

  it('frees nothing that was claimed anew meanwhile', async () => {
    const store = unsteady('settle');
    await using setup = setUp({
      ledger: store.ledger,
      script: (call, count) => (count === 1 ? reply(422, { code: 3, error: 'no' }) : grant(call, count)),
    });
    const { body } = await setup.claim('daily', MEMBER);
    setup.clock.now += HOUR;
    await store.real.recover(setup.clock.now);
    await store.real.resolve(String(body['id']), { state: 'released', who: 'ada', why: 'looked' }, setup.clock.now);
    const again = await setup.claim('daily', MEMBER);
    assert.deepEqual([again.status, setup.calls.length], [202, 2]);
    store.away = false;
    await until(async () => (await store.real.find(String(again.body['id'])))?.state === 'granted');
    assert.equal((await store.real.find(String(body['id'])))?.state, 'released');
    assert.equal(await store.real.seatsTaken('daily'), 1);
  });

  it('of a claim that the ledger has lost meanwhile stands in the log, and is not tried again', async () => {
    const store = unsteady('settle');
    await using setup = setUp({ ledger: store.ledger });
    const { body } = await setup.claim('daily', MEMBER);
    await until(() => store.failures > 1);
    const lost = new RangeError(`claim ${String(body['id'])} has no grant 0`);
    Object.assign(store.ledger, { settle: () => Promise.reject(lost) });
    const last = 'the outcome of a call could not be recorded';
    await until(() => messages(setup, 'error').includes(last));
    const line = setup.logs.find(({ message }) => message === last);
    assert.deepEqual(
      [line?.['claim'], Object(line?.['settlement'])['state'], Object(line?.['error'])['message']],
      [body['id'], 'granted', lost.message],
    );
  });

  it('of a role that was assigned again is recorded too', async () => {
    const store = unsteady('settle');
    store.away = false;
    const script = roleOnly((call, count) => (count === 2 ? reset(call, count) : grant(call, count)));
    await using setup = setUp({ ledger: store.ledger, script });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 202);
    setup.clock.now += 6_000;
    store.away = true;
    await setup.ask('/rewards/actions/meetup');
    await until(() => store.failures > 1);
    store.away = false;
    await until(async () => (await statesOf(store.real))[0] === 'granted, granted');
    assert.equal(setup.calls.length, 3);
  });

  it('does not hold up those of others', async () => {
    const store = unsteady('settle');
    await using setup = setUp({ ledger: store.ledger });
    const { body } = await setup.claim('daily', MEMBER);
    const other = await setup.claim('daily', { memberId: '91234567890123456' });
    let locked = true;
    Object.assign(store.ledger, {
      settle: (...[id, ...rest]: Parameters<Ledger['settle']>) =>
        locked && id === body['id'] ? Promise.reject(outage) : store.real.settle(id, ...rest),
    });
    await until(async () => (await statusOf(setup, other.body['id'])) === 'granted');
    assert.equal(await statusOf(setup, body['id']), 'pending');
    locked = false;
    await until(async () => (await statusOf(setup, body['id'])) === 'granted');
  });

  it('keeps new claims away once there are many', async () => {
    const store = unsteady('settle');
    await using setup = setUp({ ledger: store.ledger });
    const press = (n: number) => setup.claim('daily', { memberId: `8${String(n).padStart(16, '0')}` });
    for (let n = 0; n < 200; n += 1) assert.equal((await press(n)).status, 202);
    const { status, body, headers } = await press(200);
    assert.deepEqual([status, body['code'], headers.get('retry-after')], [503, 'throttled', '5']);
    assert.equal(setup.calls.length, 200);
    const gauge = valueOf(readPrometheus(await setup.proxy.metrics()), 'rewards_outcomes_unrecorded');
    assert.equal(gauge, 200);
    store.away = false;
    await until(async () => (await store.real.list({ state: 'granted', limit: 300 })).length === 200);
    assert.equal((await press(200)).status, 201);
  });

  it('is waited for when the proxy is closed', async () => {
    const store = unsteady('settle');
    await using setup = setUp({ ledger: store.ledger });
    await setup.claim('daily', MEMBER);
    const closed = setup.proxy.close();
    await until(() => store.failures > 2);
    store.away = false;
    await closed;
    assert.deepEqual(await statesOf(store.real), ['granted']);
  });

  it('is given up, and told, where the ledger is not back within ten seconds of closing the proxy', async (t) => {
    const store = unsteady('settle');
    await using setup = setUp({ ledger: store.ledger });
    const { body } = await setup.claim('meetup', MEMBER);
    await until(() => store.failures > 1);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let isClosed = false;
    const closed = setup.proxy.close().then(() => (isClosed = true));
    await new Promise(setImmediate);
    t.mock.timers.tick(9_999);
    await new Promise(setImmediate);
    assert.equal(isClosed, false);
    t.mock.timers.tick(1);
    await closed;
    const line = setup.logs.find(({ message }) => message.startsWith('the outcome of a call is lost'));
    assert.deepEqual([line?.['claim'], Object(line?.['settlement'])['state']], [body['id'], 'granted']);
    const { failures } = store;
    t.mock.timers.tick(60_000);
    await new Promise(setImmediate);
    assert.equal(store.failures, failures);
    assert.deepEqual([await statesOf(store.real), setup.calls.length], [['sent, reserved'], 1]);
  });
});

describe('a reply that contradicts what an operator decided meanwhile', () => {
  it('is recorded, logged, counted and reported', async () => {
    const store = unsteady('settle');
    const events: AlertEvent[] = [];
    await using setup = setUp({ ledger: store.ledger, config: { onAlert: (event) => void events.push(event) } });
    const { body } = await setup.claim('daily', MEMBER);
    const id = String(body['id']);
    setup.clock.now += HOUR;
    await store.real.recover(setup.clock.now);
    await store.real.resolve(id, { state: 'released', who: 'ada', why: 'looked' }, setup.clock.now);
    store.away = false;
    await until(() => events.some(({ kind }) => kind === 'late-reply'));
    assert.deepEqual(await statesOf(store.real), ['released']);
    assert.equal((await store.real.history(id)).at(-1)?.cause, 'reply: too late: granted');
    const { at: _at, ...event } = events.find(({ kind }) => kind === 'late-reply') ?? assert.fail();
    assert.deepEqual(event, {
      kind: 'late-reply',
      action: 'daily',
      claim: claimReference(id),
      said: 'granted',
      recorded: 'released',
      more: 0,
    });
    const line = setup.logs.find(({ message }) => message.startsWith('a reply came too late'));
    assert.deepEqual([line?.level, line?.['claim'], line?.['recorded']], ['error', id, 'released']);
    const families = readPrometheus(await setup.proxy.metrics());
    assert.equal(valueOf(families, 'rewards_late_replies_total', { action: 'daily' }), 1);
  });
});

describe('a ledger that fails before a call', () => {
  it('of a further grant has that released, with what was given before it', async () => {
    const store = unsteady('send');
    await using setup = setUp({ ledger: store.ledger });
    const { status, body } = await setup.claim('meetup', MEMBER);
    assert.deepEqual([status, body['code']], [502, 'unreachable']);
    assert.match(String(body['detail']), /^You received 50 points\. /);
    assert.deepEqual([await statesOf(store.real), setup.calls.length], [['granted, released'], 1]);
    store.away = false;
    assert.equal((await setup.claim('meetup', MEMBER)).status, 201);
    assert.deepEqual([await statesOf(store.real), setup.calls.length], [['granted, granted'], 2]);
  });

  it('releases the grant too where it was let through all the same', async () => {
    const real = sqliteLedger(':memory:');
    const send: Ledger['send'] = async (...args) => (await real.send(...args), Promise.reject(outage));
    await using setup = setUp({ ledger: { ...real, send } });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 502);
    assert.deepEqual([await statesOf(real), setup.calls.length], [['granted, released'], 1]);
  });

  for (const made of [true, false]) {
    it(`at the reservation, of which it is not known that it was ${made ? '' : 'not '}made, gives the slot back`, async () => {
      const real = sqliteLedger(':memory:');
      let doubt = true;
      const reserve: Ledger['reserve'] = async (request) => {
        if (!doubt) return real.reserve(request);
        doubt = false;
        const value = await (made ? real : sqliteLedger(':memory:')).reserve(request);
        throw new InDoubtError('756', { value, cause: outage });
      };
      await using setup = setUp({ ledger: { ...real, reserve } });
      assert.equal((await setup.claim('meetup', MEMBER)).status, 500);
      await until(async () => (await statesOf(real))[0] === (made ? 'released, released' : undefined));
      assert.equal(setup.calls.length, 0);
      assert.equal(await real.seatsTaken('meetup'), 0);
      assert.equal((await setup.claim('meetup', MEMBER)).status, 201);
    });
  }
});
