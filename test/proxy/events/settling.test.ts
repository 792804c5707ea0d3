import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReference, LedgerError } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { TransportError } from '../../../src/service/index.ts';
import { connectionRefused, grant, reply, roleOnly, type Script } from '../support/transport.ts';
import { pointsAndRole, receiving } from './receive.ts';
import { SENDERS } from './senders.ts';

const DAY = 86_400_000;
const daily = (changes: object = {}) =>
  ({
    actions: { visit: { title: 'Visit', by: 'events', repeats: 'daily', points: 5, remark: 'Visit', ...changes } },
  }) as const;

describe('an event', () => {
  it('pays for each, where the action is for each event', async () => {
    await using setup = receiving('standard');
    for (const id of ['evt-1', 'evt-2', 'evt-3']) assert.equal((await setup.send({ id })).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 3);
  });

  it('pays once in the period of its action, and later ones are told so', async () => {
    await using setup = receiving('standard', { source: { action: 'visit' }, config: daily() });
    assert.equal((await setup.send()).body['outcome'], 'granted');
    const { status, body } = await setup.send({ id: 'evt-2' });
    assert.deepEqual([status, body['outcome'], body['reason']], [200, 'not-given', 'already-claimed']);
    setup.clock.now += DAY;
    assert.equal((await setup.send({ id: 'evt-3' })).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 2);
  });

  it('comes to nothing until the gap that its action asks for is over, and to the very end', async () => {
    const config = daily({ repeats: 'each-event', minimumGapHours: 1 });
    await using setup = receiving('standard', { source: { action: 'visit' }, config });
    assert.equal((await setup.send()).body['outcome'], 'granted');
    setup.clock.now += 3_600_000 - 1;
    const { status, body } = await setup.send({ id: 'evt-2' });
    assert.deepEqual([status, body['outcome'], body['reason']], [200, 'not-given', 'already-claimed']);
    setup.clock.now += 1;
    assert.equal((await setup.send({ id: 'evt-3' })).body['outcome'], 'granted');
    assert.equal((await setup.send({ id: 'evt-2' })).body['outcome'], 'not-given');
  });

  it('gets its first answer a period later as well, whether it was given or not', async () => {
    await using setup = receiving('standard', { source: { action: 'visit' }, config: daily() });
    const paid = await setup.send();
    const late = await setup.send({ id: 'evt-2' });
    setup.clock.now += DAY;
    assert.deepEqual((await setup.send()).body, paid.body);
    assert.deepEqual((await setup.send({ id: 'evt-2' })).body, late.body);
    assert.equal(setup.calls.length, 1);
  });

  it('gets that answer also where the claim that was in its way is released', async () => {
    await using setup = receiving('standard', {
      source: { action: 'visit' },
      config: daily(),
      script: (call, count) => (count === 1 ? reply(500, '') : grant(call, count)),
    });
    assert.equal((await setup.send()).body['outcome'], 'pending');
    const late = await setup.send({ id: 'evt-2' });
    assert.equal(late.body['outcome'], 'not-given');
    for (const { id } of await setup.ledger.list({ state: 'unknown' })) {
      await setup.ledger.resolve(id, { state: 'released', who: 'ann', why: 'not there' }, setup.clock.now);
    }
    setup.clock.now += DAY;
    assert.deepEqual((await setup.send({ id: 'evt-2' })).body, late.body);
    assert.equal(setup.calls.length, 1);
    assert.equal((await setup.send({ id: 'evt-3' })).body['outcome'], 'granted');
  });

  it('is known after its personal data was purged', async () => {
    await using setup = receiving('standard');
    await setup.send();
    await setup.ledger.forget('ann', setup.clock.now);
    setup.clock.now += 400 * DAY;
    await setup.ledger.purge({ before: setup.clock.now, now: setup.clock.now, limit: 100 });
    assert.equal((await setup.send()).body['outcome'], 'not-given');
    assert.equal(setup.calls.length, 1);
  });

  it('is not kept from being paid by a visitor who uses its id as a key', async () => {
    await using setup = receiving('standard', {
      source: { action: 'both' },
      config: { actions: { both: { title: 'Both', by: 'both', repeats: 'daily', points: 5, remark: 'Both' } } },
    });
    assert.equal((await setup.claim('both', { memberId: 'bob' }, { 'idempotency-key': 'evt-1' })).status, 201);
    assert.equal((await setup.send()).body['outcome'], 'granted');
    assert.equal((await setup.claim('both', { memberId: 'ann' }, { 'idempotency-key': 'evt-1' })).status, 409);
    assert.equal(setup.calls.length, 2);
  });

  it('belongs to its source: the same id of another is another event', async () => {
    const { secret } = SENDERS.github;
    await using setup = receiving('standard', {
      config: {
        events: {
          shop: { signature: 'standard', secret: SENDERS.standard.secret, member: 'data.member', action: 'purchase' },
          ci: { signature: 'github', secret, member: 'client_payload.member', action: 'purchase' },
        },
      },
    });
    await setup.send();
    const sent = { id: 'evt-1', type: 'repository_dispatch', member: 'ann', seconds: setup.seconds() };
    const { body } = await setup.post(SENDERS.github.send(sent), 'ci');
    assert.equal(body['outcome'], 'granted');
    assert.equal(setup.calls.length, 2);
  });

  it('decides on nothing but the action and the member', async () => {
    await using setup = receiving('standard');
    const body = { type: 'x', data: { member: 'ann' }, points: 9999, role: 'admin', remark: 'mine', fields: { a: 1 } };
    const message = SENDERS.standard.send({ id: 'e', type: 'x', member: 'ann', seconds: setup.seconds() });
    const { createHmac } = await import('node:crypto');
    const text = JSON.stringify(body);
    const key = Buffer.from(SENDERS.standard.secret.slice(6), 'base64');
    const signature = createHmac('sha256', key).update(`e.${setup.seconds()}.${text}`).digest('base64');
    await setup.post({ headers: { ...message.headers, 'webhook-signature': `v1,${signature}` }, body: text });
    assert.deepEqual(
      setup.calls.map(({ form }) => form),
      [{ user_id: 'ann', points: '25', remark: 'A purchase' }],
    );
  });

  it('gives a role without anybody having typed an id', async () => {
    await using setup = receiving('standard', {
      source: { action: 'vip' },
      config: {
        actions: {
          vip: { title: 'VIP', by: 'events', repeats: 'once', role: { id: '123', name: 'VIP' }, remark: 'VIP' },
        },
      },
    });
    assert.equal((await setup.send()).body['outcome'], 'granted');
    assert.equal(setup.calls[0]?.form['role_id'], '123');
  });
});

describe('an event that should be sent again', () => {
  it('is told so while the service cannot be reached, and is paid once when it can', async () => {
    let away = true;
    await using setup = receiving('github', {
      script: (call, count) => {
        if (away) throw new TransportError('connection refused', { written: false });
        return grant(call, count);
      },
    });
    for (let time = 0; time < 4; time += 1) {
      const { status, headers } = await setup.send();
      assert.equal(status, 503);
      assert.ok(Number(headers.get('retry-after')) > 0);
      setup.clock.now += 120_000;
    }
    away = false;
    setup.clock.now += 600_000;
    assert.equal((await setup.send()).body['outcome'], 'granted');
    assert.equal((await setup.send()).body['outcome'], 'granted');
    const [claim, ...others] = await setup.ledger.list({ state: 'granted' });
    assert.deepEqual([claim?.memberId, others.length], ['ann', 0]);
  });

  it('is told so while the service does not take the key, and is paid once it does', async () => {
    let refuses = true;
    await using setup = receiving('standard', {
      script: (call, count) => (refuses ? reply(401, { code: 1, error: 'no' }) : grant(call, count)),
    });
    assert.equal((await setup.send()).status, 503);
    refuses = false;
    setup.clock.now += DAY;
    assert.equal((await setup.send()).body['outcome'], 'granted');
  });

  it('is given beside another whose outcome is unknown, though that came by a clock that is ahead', async () => {
    await using setup = receiving('standard', {
      script: (call, count) => (count === 1 ? reply(500, '') : grant(call, count)),
    });
    assert.equal((await setup.send()).body['outcome'], 'pending');
    setup.clock.now -= 20_000;
    assert.equal((await setup.send({ id: 'evt-2' })).body['outcome'], 'granted');
    assert.equal((await setup.send({ id: 'evt-2' })).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 2);
  });

  it('is given so also where the action was claimed once a day before', async () => {
    const ledger = sqliteLedger(':memory:');
    await using before = receiving('standard', { ledger, source: { action: 'visit' }, config: daily() });
    assert.equal((await before.send({ id: 'evt-0' })).body['outcome'], 'granted');
    await using setup = receiving('standard', {
      ledger,
      source: { action: 'visit' },
      config: daily({ repeats: 'each-event' }),
      script: (call, count) => (count === 1 ? reply(500, '') : grant(call, count)),
    });
    setup.clock.now += DAY;
    assert.equal((await setup.send()).body['outcome'], 'pending');
    setup.clock.now -= 20_000;
    assert.equal((await setup.send({ id: 'evt-2' })).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 2);
  });

  for (const repeats of ['each-event', 'daily', 'once'] as const) {
    for (const [why, script] of Object.entries<Script>({
      'there was too much to do': () => reply(429, ''),
      'the key was not taken': () => reply(401, ''),
      'the service could not be reached': connectionRefused,
    })) {
      it(`is given later only what it is missing, if ${why}, and its action repeats ${repeats}`, async () => {
        let fails = true;
        await using setup = receiving('standard', {
          source: { action: 'vip' },
          config: {
            actions: {
              vip: { title: 'VIP', by: 'events', repeats, points: 5, role: { id: '123', name: 'VIP' }, remark: 'VIP' },
            },
          },
          script: roleOnly((call, count) => (fails ? script : grant)(call, count)),
        });
        for (let time = 0; time < 3; time += 1) {
          assert.equal((await setup.send()).status, 503);
          setup.clock.now += DAY;
        }
        fails = false;
        for (let time = 0; time < 2; time += 1) assert.equal((await setup.send()).body['outcome'], 'granted');
        assert.equal(setup.calls.filter(({ path }) => path.endsWith('/award')).length, 1);
        const [claim, ...others] = await setup.ledger.list({});
        assert.deepEqual([claim?.state, others.length], ['granted', 0]);
        const next = await setup.send({ id: 'evt-2' });
        assert.equal(next.body['outcome'], repeats === 'once' ? 'not-given' : 'granted');
      });
    }
  }

  it('is told so while the ledger is away, and nothing is sent', async () => {
    const ledger = sqliteLedger(':memory:');
    let away = false;
    const failing = new Proxy(ledger, {
      get: (target, method) => {
        const given: unknown = Reflect.get(target, method);
        if (method === 'close' || typeof given !== 'function') return given;
        return (...args: unknown[]) =>
          away
            ? Promise.reject(new LedgerError('the disk is gone', { code: 'EIO' }))
            : Reflect.apply(given, target, args);
      },
    });
    await using setup = receiving('standard', { ledger: failing });
    await setup.proxy.ready;
    away = true;
    const { status, headers, text } = await setup.send();
    assert.deepEqual([status, headers.get('retry-after')], [503, '60']);
    assert.ok(!text.includes('disk'));
    away = false;
    assert.equal((await setup.send()).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 1);
  });

  it('is told so where the member has too many, but not for its address', async () => {
    const limits = {
      member: { max: 2, perSeconds: 60 },
      requests: { max: 1, perSeconds: 60 },
      claims: { max: 1, perSeconds: 60 },
    };
    await using setup = receiving('standard', { config: { limits } });
    const statuses = [];
    for (const id of ['a', 'b', 'c']) statuses.push((await setup.send({ id })).status);
    assert.deepEqual(statuses, [200, 200, 503]);
    assert.equal((await setup.send({ id: 'd', member: 'bob' })).status, 200);
    assert.equal((await setup.send({ id: 'a' })).status, 200, 'what is settled is answered all the same');
    setup.clock.now += 60_000;
    assert.equal((await setup.send({ id: 'c' })).status, 200);
    assert.equal(setup.calls.length, 4);
  });

  it('is told so while it is under way, and then what came of it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const ledger = sqliteLedger(':memory:');
    await using first = receiving('standard', {
      ledger,
      script: async (call, count) => {
        begun.resolve();
        await promise;
        return grant(call, count);
      },
    });
    await using other = receiving('standard', { ledger });
    const answer = first.send();
    await begun.promise;
    assert.equal((await other.send()).status, 503);
    resolve();
    assert.equal((await answer).body['outcome'], 'granted');
    assert.equal((await other.send()).body['outcome'], 'granted');
    assert.deepEqual([first.calls.length, other.calls.length], [1, 0]);
    await first.proxy.close();
  });

  it('is paid once when it comes ten times at once', async () => {
    await using setup = receiving('standard');
    const answers = await Promise.all(Array.from({ length: 10 }, () => setup.send()));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(setup.calls.length, 1);
  });
});

describe('an event of which nobody knows whether it was paid', () => {
  it('is not paid again by itself, and its sender can stop', async () => {
    await using setup = receiving('standard', { script: () => reply(500, 'oops') });
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await setup.send();
      assert.deepEqual([status, body['outcome']], [202, 'pending']);
      setup.clock.now += DAY;
    }
    assert.equal(setup.calls.length, 1);
    assert.equal((await setup.ledger.unknown()).count, 1);
  });

  it('is paid when it is sent again after an operator found that it was not', async () => {
    let fails = true;
    await using setup = receiving('standard', {
      script: (call, count) => (fails ? reply(500, 'oops') : grant(call, count)),
    });
    await setup.send();
    const [claim] = await setup.ledger.list({});
    await setup.ledger.resolve(
      claim?.id ?? '',
      { state: 'released', who: 'op', why: 'not in the log' },
      setup.clock.now,
    );
    fails = false;
    setup.clock.now += DAY;
    assert.equal((await setup.send()).body['outcome'], 'granted');
    assert.equal((await setup.send()).body['outcome'], 'granted');
    assert.equal(setup.calls.length, 2);
  });
});

describe('an event that can come to nothing', () => {
  const reasons: [string, string, NonNullable<Parameters<typeof receiving>[1]>, object?][] = [
    ['of a type that does not count', 'type', { source: { types: ['orders/cancelled'] } }],
    ['whose values are others', 'when', { source: { when: { 'data.member': ['bob', 'eve'] } } }],
    ['that a function does not let count', 'when', { source: { when: async () => false } }],
    ['that names no member', 'member', {}, { member: null }],
    ['for which a function names no member', 'member', { source: { member: () => null } }],
    ['for which a function names no action', 'action', { source: { action: () => null } }],
  ];
  for (const [what, reason, options, sent] of reasons) {
    it(`is passed over ${what}`, async () => {
      await using setup = receiving('standard', options);
      const { status, body } = await setup.send(sent);
      assert.deepEqual([status, body['outcome'], body['reason']], [200, 'ignored', reason]);
      assert.equal(setup.calls.length, 0);
    });
  }

  const refusals: [string, string, NonNullable<Parameters<typeof receiving>[1]>, object?][] = [
    ['with an id that is a number', 'invalid-request', {}, { member: 739204618530271 }],
    [
      'after the action has closed',
      'closed',
      { config: daily({ closes: '2026-03-01T00:00:00Z' }), source: { action: 'visit' } },
    ],
    [
      'before the action has opened',
      'not-open',
      { config: daily({ opens: '2026-04-01T00:00:00Z' }), source: { action: 'visit' } },
    ],
    ['for a member who is blocked', 'refused', { config: { members: { block: ['ann'] } } }],
    [
      'that the service refuses',
      'refused',
      { script: () => reply(200, { code: 7, error: 'unknown user', data: {}, ts: 1 }) },
    ],
  ];
  for (const [what, reason, options, sent] of refusals) {
    it(`is told so ${what}, and again`, async () => {
      await using setup = receiving('standard', options);
      const first = await setup.send(sent);
      assert.deepEqual([first.status, first.body['outcome'], first.body['reason']], [200, 'not-given', reason]);
      assert.deepEqual((await setup.send(sent)).body, first.body);
    });
  }
});

describe('an event that names no valid member', () => {
  it('has the reason in the log, for whoever writes the sender', async () => {
    await using setup = receiving('standard');
    const { body } = await setup.send({ member: 739204618530271 });
    const line = setup.logs.find(({ message }) => message === 'event');
    assert.match(String(line?.['detail']), /^the member id that it names must be text, not a number/);
    assert.ok(!('detail' in body));
  });
});

describe('an event of which the service refuses a part', () => {
  it('is told so with the claim that has the rest, and again', async () => {
    await using setup = receiving('standard', {
      ...pointsAndRole('once'),
      script: roleOnly(() => reply(200, { code: 7, error: 'no such role', data: {}, ts: 1 })),
    });
    const { body } = await setup.send();
    const [claim] = await setup.ledger.list({});
    assert.deepEqual(
      [body['outcome'], body['reason'], body['claim']],
      ['not-given', 'refused', claimReference(claim?.id ?? '')],
    );
    assert.deepEqual((await setup.send()).body, body);
  });

  it('is told so without the claim where that is of another, which came at once', async () => {
    await using setup = receiving('standard', {
      ...pointsAndRole('once'),
      script: roleOnly(() => reply(200, { code: 7, error: 'no such role', data: {}, ts: 1 })),
    });
    const answers = await Promise.all(['evt-1', 'evt-2'].map((id) => setup.send({ id })));
    assert.deepEqual(
      answers.map(({ body }) => body['reason']),
      ['refused', 'refused'],
    );
    assert.equal(answers.filter(({ body }) => 'claim' in body).length, 1);
  });
});
