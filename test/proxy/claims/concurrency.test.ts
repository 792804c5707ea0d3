import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock, type TestContext } from 'node:test';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { TransportError } from '../../../src/service/index.ts';
import type { Reply } from '../support/check-reply.ts';
import { CONFIG, type Setup, setUp } from '../support/setup.ts';
import { gate, grant, reply, roleOnly, type Script, until } from '../support/transport.ts';

const member = (id: number | string) => ({ memberId: `m-${id}` });
const code = ({ body }: Reply): unknown => body['code'] ?? body['status'];

/** Resolves once so many claims wait for a place. */
async function waiting({ proxy }: Setup, count: number): Promise<void> {
  const sample = `rewards_claims_waiting{service="default"} ${count}\n`;
  await until(async () => (await proxy.metrics()).includes(sample));
}

/** A proxy that has at most so many claims under way. */
function bounded(maxConcurrency: number, script: Script = grant, ledger?: Ledger): Setup {
  const config = { service: { ...CONFIG.service, maxConcurrency } };
  return setUp({ script, config, ...(ledger && { ledger }) });
}

describe('claims of one service', () => {
  // None has waited for too long because the machine stood still.
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('are under way in bounded number, and others begin when those end', async () => {
    const gates = Array.from({ length: 6 }, gate);
    let busy = 0;
    let most = 0;
    await using setup = bounded(2, async (call, count) => {
      busy += 1;
      most = Math.max(most, busy);
      await gates[count - 1]?.opened;
      busy -= 1;
      return grant(call, count);
    });
    const claims = gates.map((_, n) => setup.claim('daily', member(n)));
    for (const [n, { open }] of gates.entries()) {
      await until(() => setup.calls.length >= Math.min(n + 2, 6));
      open();
    }
    assert.deepEqual(
      (await Promise.all(claims)).map(code),
      Array.from({ length: 6 }, () => 'granted'),
    );
    assert.equal(most, 2);
  });

  it('are turned away before anything is reserved once too many wait', async () => {
    const answered = gate();
    await using setup = bounded(1, async (call, count) => (await answered.opened, grant(call, count)));
    const claims = Array.from({ length: 17 }, (_, n) => setup.claim('daily', member(n)));
    await until(() => setup.calls.length === 1);
    await waiting(setup, 16);
    const late = await setup.claim('daily', member('late'));
    assert.equal(late.status, 503);
    assert.equal(code(late), 'throttled');
    assert.equal(late.headers.get('retry-after'), '5');
    assert.equal(late.body['detail'], 'Very many are claiming at the moment. Please try again in 5 seconds.');
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => setup.claim('daily', member(`late-${n}`))));
    const seconds = others.map(({ headers }) => Number(headers.get('retry-after')));
    assert.deepEqual(
      [Math.min(...seconds), Math.max(...seconds), new Set(seconds).size],
      [5, 10, 6],
      'not all at once',
    );
    assert.equal((await setup.ledger.list({})).length, 1);
    answered.open();
    assert.ok((await Promise.all(claims)).every(({ status }) => status === 201));
  });

  it('are turned away after two seconds of waiting, with nothing reserved', async () => {
    const answered = gate();
    await using setup = bounded(1, async (call, count) => (await answered.opened, grant(call, count)));
    const first = setup.claim('daily', member(1));
    await until(() => setup.calls.length === 1);
    const second = setup.claim('daily', member(2));
    await waiting(setup, 1);
    mock.timers.tick(2_000);
    assert.equal(code(await second), 'throttled');
    assert.deepEqual(await setup.ledger.list(member(2)), []);
    answered.open();
    assert.equal(code(await first), 'granted');
    assert.equal(code(await setup.claim('daily', member(2))), 'granted');
  });

  it('are held back after all where the service proved to be in trouble while they waited', async () => {
    const answered = gate();
    let works = false;
    await using setup = bounded(5, async (call, count) => {
      await answered.opened;
      return works ? grant(call, count) : reply(500, '');
    });
    const claims = Array.from({ length: 20 }, (_, n) => setup.claim('daily', member(n)));
    await until(() => setup.calls.length === 5);
    await waiting(setup, 15);
    answered.open();
    const codes = (await Promise.all(claims)).map(code);
    assert.equal(codes.filter((one) => one === 'pending').length, 5);
    assert.equal(codes.filter((one) => one === 'throttled').length, 15);
    assert.equal(setup.calls.length, 5);
    assert.equal((await setup.ledger.list({})).length, 5);

    works = true;
    setup.clock.now += 5_000;
    for (const n of [20, 21, 22]) assert.equal(code(await setup.claim('daily', member(n))), 'granted');
  });

  it('count once however many grants they have, from first to last', async () => {
    const assigned = gate();
    await using setup = bounded(
      1,
      roleOnly(async (call, count) => (await assigned.opened, grant(call, count))),
    );
    const both = setup.claim('meetup', member(1));
    const other = setup.claim('daily', member(2));
    await until(() => setup.calls.length === 2);
    await waiting(setup, 1);
    assert.deepEqual(
      setup.calls.map(({ form }) => form['user_id']),
      ['m-1', 'm-1'],
    );
    assert.equal((await setup.ledger.list(member(2))).length, 0);
    assigned.open();
    assert.deepEqual((await Promise.all([both, other])).map(code), ['granted', 'granted']);
  });

  it('that wait are carried out before the proxy is closed', async () => {
    const answered = gate();
    await using setup = bounded(1, async (call, count) => (await answered.opened, grant(call, count)));
    const claims = [setup.claim('daily', member(1)), setup.claim('daily', member(2))];
    await until(() => setup.calls.length === 1);
    await waiting(setup, 1);
    const closed = setup.proxy.close();
    answered.open();
    await closed;
    assert.equal(setup.calls.length, 2);
    assert.deepEqual((await Promise.all(claims)).map(code), ['granted', 'granted']);
  });

  it('of another service do not wait for them', async () => {
    const answered = gate();
    const one = { baseUrl: 'https://one.example', apiKey: 'key-of-one', maxConcurrency: 1 };
    const action = { title: 'A', repeats: 'daily', points: 1, remark: 'r' } as const;
    await using setup = setUp({
      script: async (call, count) => {
        if (!call.path.startsWith('/api')) await answered.opened;
        return grant(call, count);
      },
      config: {
        services: { one, two: { ...one, baseUrl: 'https://two.example/api' } },
        actions: { first: { ...action, service: 'one' }, second: { ...action, service: 'two' } },
      },
    });
    const first = setup.claim('first', member(1));
    assert.equal(code(await setup.claim('second', member(1))), 'granted');
    answered.open();
    assert.equal(code(await first), 'granted');
  });
});

describe('the place of a claim is free again', () => {
  /** From now on no claim has waited for too long because the machine stood still. */
  const waitsForever = (t: TestContext): void => t.mock.timers.enable({ apis: ['setTimeout'] });

  const outcomes: [name: string, script: Script][] = [
    ['granted', grant],
    ['refused', () => reply(422, '')],
    ['not accepted', () => reply(401, '')],
    ['throttled', () => reply(429, '')],
    ['broken', () => reply(500, '')],
    [
      'reset',
      () => {
        throw new TransportError('read ECONNRESET', { written: true });
      },
    ],
    [
      'unreachable',
      () => {
        throw new TransportError('connect ECONNREFUSED', { written: false });
      },
    ],
    [
      'a transport that throws what it should not',
      () => {
        throw new RangeError('odd');
      },
    ],
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what a transport of somebody else may do
    ['a transport that rejects with nothing', () => Promise.reject()],
  ];
  for (const action of ['daily', 'meetup']) {
    for (const [name, script] of outcomes) {
      it(`after the outcome "${name}" of ${action}`, async (t) => {
        let works = false;
        await using setup = bounded(1, (call, count) => (works ? grant(call, count) : script(call, count)));
        await setup.claim(action, member(1));
        works = true;
        waitsForever(t);
        setup.clock.now += 120_000;
        assert.equal(code(await setup.claim(action, member(2))), 'granted');
        assert.equal(code(await setup.claim(action, member(3))), 'granted');
      });
    }
  }

  for (const operation of ['reserve', 'send', 'settle', 'find'] as const) {
    it(`after the ledger failed to ${operation}`, async (t) => {
      const ledger = sqliteLedger(':memory:');
      let fails = true;
      const failing = new Proxy(ledger, {
        get: (target, name, receiver) =>
          fails && name === operation
            ? () => Promise.reject(new Error('disk full'))
            : (Reflect.get(target, name, receiver) as unknown),
      });
      await using setup = bounded(1, grant, failing);
      await setup.claim('meetup', member(1));
      fails = false;
      waitsForever(t);
      assert.equal(code(await setup.claim('meetup', member(2))), 'granted');
    });
  }

  it('after claims that the ledger turned down', async () => {
    const actions = {
      seats: { title: 'S', repeats: 'once', points: 1, remark: 'r', capacity: 1 },
      gap: { title: 'G', repeats: 'daily', minimumGapHours: 18, points: 1, remark: 'r' },
    } as const;
    const key = { 'idempotency-key': 'press-1' };
    await using setup = setUp({ config: { actions, service: { ...CONFIG.service, maxConcurrency: 1 } } });
    await setup.claim('gap', member(1), key);
    await setup.claim('seats', member(1));
    const codes = [
      code(await setup.claim('gap', member(1), key)),
      code(await setup.claim('gap', { ...member(1), proof: {} }, key)),
      code(await setup.claim('gap', member(1))),
      code(await setup.claim('seats', member(2))),
    ];
    setup.clock.now += 13 * 3_600_000;
    codes.push(code(await setup.claim('gap', member(1))));
    setup.clock.now -= 26 * 3_600_000;
    codes.push(code(await setup.claim('gap', member(3))));
    assert.deepEqual(codes, ['granted', 'invalid-request', 'already-claimed', 'full', 'already-claimed', 'internal']);
    setup.clock.now += 26 * 3_600_000;
    assert.equal(code(await setup.claim('gap', member(4))), 'granted');
  });

  it('after a role was assigned again', async () => {
    let works = false;
    await using setup = bounded(
      1,
      roleOnly((call, count) => (works ? grant(call, count) : reply(500, ''))),
    );
    await setup.claim('meetup', member(1));
    works = true;
    setup.clock.now += 10_000;
    await setup.ask('/rewards/health');
    await until(() => setup.logs.some(({ message }) => message === 'a role was assigned again'));
    assert.equal(code(await setup.claim('meetup', member(2))), 'granted');
  });
});
