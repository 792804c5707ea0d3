import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { TransportError } from '../../../src/service/index.ts';
import type { Reply } from '../support/check-reply.ts';
import { CONFIG, type Setup, setUp } from '../support/setup.ts';
import { gate, grant, reply, roleOnly, type Script, until } from '../support/transport.ts';

const member = (id: number | string) => ({ memberId: `m-${id}` });
const broken: Script = () => reply(500, '');
const code = ({ body }: Reply): unknown => body['code'] ?? body['status'];

/** A service that works or not, as told. */
function patient(): { script: Script; cure: () => void; fail: (how?: Script) => void } {
  let script: Script = broken;
  return {
    script: (call, count) => script(call, count),
    cure: () => (script = grant),
    fail: (how = broken) => (script = how),
  };
}

/** Five claims that fail. */
async function openBreaker(setup: Setup, action = 'daily'): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const n of [1, 2, 3, 4, 5]) replies.push(await setup.claim(action, member(`broken-${n}`)));
  return replies;
}

const about = (setup: Setup, pattern: RegExp) =>
  setup.logs.filter(({ message }) => pattern.test(message)).map(({ level, service }) => [level, service]);

describe('a service that is in trouble', () => {
  const troubles: [name: string, script: Script][] = [
    ['500', broken],
    ['HTML', () => reply(200, '<html>')],
    ['a wrong echo', () => reply(200, { code: 0, error: '', data: {} })],
    [
      'a reset',
      () => {
        throw new TransportError('read ECONNRESET', { written: true });
      },
    ],
    [
      'a refused connection',
      () => {
        throw new TransportError('connect ECONNREFUSED', { written: false });
      },
    ],
  ];
  for (const [name, script] of troubles) {
    it(`is left alone after five times ${name}, before anything is reserved`, async () => {
      await using setup = setUp({ script });
      await openBreaker(setup);
      const calls = setup.calls.length;
      const late = await setup.claim('daily', member('late'));
      assert.equal(late.status, 503);
      assert.equal(code(late), 'throttled');
      assert.equal(late.headers.get('retry-after'), '5');
      assert.equal(late.body['detail'], 'The community does not answer at the moment. Please try again in 5 seconds.');
      assert.equal(setup.calls.length, calls);
      assert.deepEqual(await setup.ledger.list(member('late')), []);
      assert.equal(await setup.ledger.seatsTaken('daily'), name === 'a refused connection' ? 0 : 5);
    });
  }

  it('is not thought to be so because it refuses', async () => {
    await using setup = setUp({ script: () => reply(422, { code: 3, error: 'unknown member' }) });
    for (let n = 0; n < 25; n += 1) assert.equal(code(await setup.claim('daily', member(n))), 'refused');
    assert.equal(setup.calls.length, 25);
  });

  it('is not thought to be so because of a status that the owner knows to mean "not executed"', async () => {
    const service = { ...CONFIG.service, refusedStatuses: [500] };
    await using setup = setUp({ script: broken, config: { service } });
    for (let n = 0; n < 10; n += 1) assert.equal(code(await setup.claim('daily', member(n))), 'refused');
  });

  it('is tried out after five seconds by one claim alone, although a hundred come', async () => {
    const service = patient();
    const answered = gate();
    await using setup = setUp({ script: service.script });
    await openBreaker(setup);
    setup.clock.now += 5_000;
    service.fail(async (call, count) => (await answered.opened, grant(call, count)));
    const crowd = Array.from({ length: 100 }, (_, n) => setup.claim('daily', member(n)));
    await until(() => setup.calls.length === 6);
    answered.open();
    const codes = (await Promise.all(crowd)).map(code);
    assert.equal(codes.filter((one) => one === 'granted').length, 1);
    assert.equal(codes.filter((one) => one === 'throttled').length, 99);
    assert.equal(setup.calls.length, 6);
    assert.equal(await setup.ledger.seatsTaken('daily'), 6);

    const next = Array.from({ length: 100 }, (_, n) => setup.claim('daily', member(`next-${n}`)));
    assert.deepEqual([...new Set((await Promise.all(next)).map(code))], ['granted']);
  });

  it('is left alone for twice as long where that claim fails', async () => {
    await using setup = setUp({ script: broken });
    await openBreaker(setup);
    setup.clock.now += 5_000;
    assert.equal((await setup.claim('daily', member('probe'))).status, 202);
    const late = await setup.claim('daily', member('late'));
    assert.equal(late.headers.get('retry-after'), '10');
    assert.equal(setup.calls.length, 6);
  });

  it('is mentioned in one warning, and once more when it answers again', async () => {
    const service = patient();
    await using setup = setUp({ script: service.script });
    await openBreaker(setup);
    for (const seconds of [5, 10, 20]) {
      setup.clock.now += seconds * 1000;
      await setup.claim('daily', member(`after-${seconds}`));
    }
    const warnings = setup.logs.filter(({ level, message }) => level === 'warn' && /service/.test(message));
    assert.deepEqual(warnings, [
      {
        level: 'warn',
        service: 'default',
        failure: 'HTTP 500: the reply is not JSON',
        retryAfter: 5,
        message: 'too many calls to the service fail: claims are put off until one gets through',
      },
    ]);
    service.cure();
    setup.clock.now += 40_000;
    await setup.claim('daily', member('probe'));
    await setup.claim('daily', member('next'));
    assert.deepEqual(about(setup, /answers again/), [['info', 'default']]);
  });

  it('does not concern another service', async () => {
    const one = { baseUrl: 'https://one.example', apiKey: 'key-of-one' };
    const action = { title: 'A', repeats: 'daily', points: 1, remark: 'r' } as const;
    const config = {
      services: { one, two: { ...one, baseUrl: 'https://two.example/api' } },
      actions: { first: { ...action, service: 'one' }, second: { ...action, service: 'two' } },
    };
    await using setup = setUp({
      script: (call, count) => (call.path.startsWith('/api') ? grant(call, count) : broken(call, count)),
      config,
    });
    await openBreaker(setup, 'first');
    assert.equal(code(await setup.claim('first', member(1))), 'throttled');
    assert.equal(code(await setup.claim('second', member(1))), 'granted');
  });
});

describe('the claim that tries a service out', () => {
  it('makes no second call where the first fails, and that grant is not used up', async () => {
    const service = patient();
    await using setup = setUp({ script: service.script });
    await openBreaker(setup);
    setup.clock.now += 5_000;
    const probe = await setup.claim('meetup', member('probe'));
    assert.equal(probe.status, 202);
    assert.equal(setup.calls.length, 6);
    const [record] = await setup.ledger.list(member('probe'));
    assert.deepEqual(
      record?.grants.map(({ state }) => state),
      ['unknown', 'released'],
    );
  });

  it('goes on to its second call where the first gets through', async () => {
    const service = patient();
    await using setup = setUp({ script: service.script });
    await openBreaker(setup);
    setup.clock.now += 5_000;
    service.cure();
    assert.equal((await setup.claim('meetup', member('probe'))).status, 201);
    assert.equal(setup.calls.length, 7);
  });

  it('makes way for the next where it turns out to be claimed already', async () => {
    const service = patient();
    await using setup = setUp({ script: service.script });
    service.cure();
    await setup.claim('daily', member('early'));
    service.fail();
    await openBreaker(setup);
    setup.clock.now += 5_000;
    service.cure();
    assert.equal(code(await setup.claim('daily', member('early'))), 'already-claimed');
    assert.equal(code(await setup.claim('daily', member('next'))), 'granted');
  });

  it('makes way for the next where the ledger fails', async () => {
    const ledger = sqliteLedger(':memory:');
    const service = patient();
    let fails = false;
    const reserve: typeof ledger.reserve = async (request) => {
      if (fails) throw new Error('disk full');
      return ledger.reserve(request);
    };
    await using setup = setUp({ script: service.script, ledger: { ...ledger, reserve } });
    await openBreaker(setup);
    setup.clock.now += 5_000;
    service.cure();
    fails = true;
    assert.equal(code(await setup.claim('daily', member('probe'))), 'internal');
    fails = false;
    assert.equal(code(await setup.claim('daily', member('next'))), 'granted');
  });

  it('makes way for the next where the ledger never answers it', async () => {
    const ledger = sqliteLedger(':memory:');
    const service = patient();
    const stuck = gate();
    let hangs = false;
    const reserve: typeof ledger.reserve = async (request) => {
      if (hangs) await stuck.opened;
      return ledger.reserve(request);
    };
    await using setup = setUp({ script: service.script, ledger: { ...ledger, reserve } });
    await openBreaker(setup);
    setup.clock.now += 5_000;
    service.cure();
    hangs = true;
    const probe = setup.claim('daily', member('probe'));
    assert.equal(code(await setup.claim('daily', member('next'))), 'throttled');
    hangs = false;
    // Twice the 3 s to connect, 10 s to reply, 1 s of slack, and 5 s for the reservation.
    setup.clock.now += 22_000;
    assert.equal(code(await setup.claim('daily', member('next'))), 'granted');
    stuck.open();
    assert.equal(code(await probe), 'granted');
  });

  it('may be a role that is assigned again by itself, which is not done before', async () => {
    const service = patient();
    await using setup = setUp({ script: roleOnly(service.script) });
    const pending = await setup.claim('meetup', member('half'));
    assert.equal(pending.status, 202);
    for (let n = 0; n < 9; n += 1) await setup.claim('meetup', member(n));
    const calls = setup.calls.length;
    assert.equal(code(await setup.claim('meetup', member('late'))), 'throttled');
    setup.clock.now += 4_999;
    await setup.ask('/rewards/health');
    assert.equal(setup.calls.length, calls);
    service.cure();
    setup.clock.now += 5_000;
    await setup.ask('/rewards/health');
    await until(() => about(setup, /assigned again/).length === 10);
    assert.equal(about(setup, /answers again/).length, 1);
    const { body } = await setup.ask(`/rewards/claims/${String(pending.body['id'])}`);
    assert.equal(body['status'], 'granted');
  });
});

describe('a claim under way when the service is found to be in trouble', () => {
  it('makes no further call, and its remaining grant can be claimed again', async () => {
    const service = patient();
    const answered = gate();
    await using setup = setUp({
      script: async (call, count) => {
        if (call.form['user_id'] !== 'm-under-way') return service.script(call, count);
        await answered.opened;
        return grant(call, count);
      },
    });
    const under = setup.claim('meetup', member('under-way'));
    await until(() => setup.calls.length === 1);
    await openBreaker(setup);
    answered.open();
    const { status, body, headers } = await under;
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '5');
    assert.match(String(body['detail']), /^You received 50 points\. The community is busy right now\./);
    service.cure();
    setup.clock.now += 5_000;
    assert.equal((await setup.claim('meetup', member('under-way'))).status, 201);
    assert.deepEqual(
      setup.calls.filter(({ form }) => form['user_id'] === 'm-under-way').map(({ path }) => path.replace(/.*\//, '')),
      ['award', 'assign'],
    );
  });
});

describe('while a service is left alone', () => {
  const KEY = { 'idempotency-key': 'press-1' };

  it('who was answered before gets that answer', async () => {
    const service = patient();
    await using setup = setUp({ script: service.script });
    service.cure();
    const first = await setup.claim('daily', member('early'), KEY);
    service.fail();
    await openBreaker(setup);
    const again = await setup.claim('daily', member('early'), KEY);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    const other = await setup.claim('daily', { ...member('early'), proof: {} }, KEY);
    assert.equal(code(other), 'invalid-request');
  });

  it('who has claimed is told so, with the time of the next claim', async () => {
    const service = patient();
    await using setup = setUp({ script: service.script });
    service.cure();
    await setup.claim('daily', member('early'));
    service.fail();
    await openBreaker(setup);
    const again = await setup.claim('daily', member('early'));
    assert.equal(code(again), 'already-claimed');
    assert.equal(again.body['nextClaimAt'], '2026-03-11T00:00:00.000Z');
  });

  it('whose claim is pending is shown that claim', async () => {
    await using setup = setUp({ script: broken });
    const [first] = await openBreaker(setup);
    const again = await setup.claim('daily', member('broken-1'));
    assert.deepEqual([again.status, again.body['id']], [202, first?.body['id']]);
  });

  it('who comes before the least gap is over is told when it is', async () => {
    const actions = {
      gap: { title: 'G', repeats: 'daily', minimumGapHours: 18, points: 1, remark: 'r' },
    } as const;
    const service = patient();
    await using setup = setUp({ script: service.script, config: { actions } });
    service.cure();
    await setup.claim('gap', member('early'));
    setup.clock.now += 13 * 3_600_000;
    service.fail();
    await openBreaker(setup, 'gap');
    const again = await setup.claim('gap', member('early'));
    assert.equal(code(again), 'already-claimed');
    assert.equal(again.body['nextClaimAt'], '2026-03-11T06:00:00.000Z');
  });

  it('whose claim was refused in part is asked to wait', async () => {
    const service = patient();
    let roles: Script = () => reply(422, '');
    await using setup = setUp({
      script: (call, count) => (call.path.endsWith('/assign') ? roles(call, count) : service.script(call, count)),
    });
    service.cure();
    assert.equal(code(await setup.claim('meetup', member('half'))), 'refused');
    service.fail();
    roles = grant;
    await openBreaker(setup);
    assert.equal(code(await setup.claim('meetup', member('half'))), 'throttled');
    service.cure();
    setup.clock.now += 5_000;
    assert.equal(code(await setup.claim('meetup', member('half'))), 'granted');
  });
});
