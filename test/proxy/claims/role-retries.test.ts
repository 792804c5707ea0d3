import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, giving, request, ROLE } from '../../../src/ledger/conformance/requests.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { KEY } from '../support/key.ts';
import { NOON, type Setup, setUp } from '../support/setup.ts';
import { gate, grant, reply, roleOnly, type Script, until } from '../support/transport.ts';

const MEMBER = { memberId: 'm-1' };
const lost: Script = () => reply(502, 'bad gateway');

/** Has time go by, and a request come, which is when due roles are retried. */
async function later(setup: Setup, seconds: number): Promise<void> {
  setup.clock.now += seconds * 1000;
  await setup.ask('/rewards/health');
}

const kinds = (setup: Setup) => setup.calls.map(({ path }) => path.replace(/.*\//, ''));
const log = (setup: Setup) => setup.logs.filter(({ message }) => message === 'a role was assigned again');

describe('a role whose outcome is unknown', () => {
  it('is assigned again after five seconds, and the claim ends well', async () => {
    let broken = true;
    await using setup = setUp({ script: roleOnly((call, count) => (broken ? lost(call, count) : grant(call, count))) });
    const claim = await setup.claim('meetup', MEMBER);
    assert.equal(claim.status, 202);
    broken = false;
    await later(setup, 4);
    assert.deepEqual(kinds(setup), ['award', 'assign']);
    await later(setup, 6);
    await until(() => log(setup).length === 1);
    assert.deepEqual(kinds(setup), ['award', 'assign', 'assign']);
    const { body } = await setup.ask(`/rewards/claims/${String(claim.body['id'])}`);
    assert.equal(body['status'], 'granted');
  });

  it('is assigned again where the clock was ahead and is set back', async () => {
    let broken = true;
    await using setup = setUp({ script: roleOnly((call, count) => (broken ? lost(call, count) : grant(call, count))) });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 202);
    broken = false;
    setup.clock.now -= 20 * 3_600_000;
    await later(setup, 6);
    await until(() => log(setup).length === 1);
  });

  it('is assigned at most three times, and then left to an operator', async () => {
    await using setup = setUp({ script: roleOnly(lost) });
    await setup.claim('meetup', MEMBER);
    for (const expected of [1, 2]) {
      await later(setup, 61);
      await until(() => log(setup).length === expected);
    }
    await later(setup, 3600);
    await later(setup, 3600);
    assert.deepEqual(kinds(setup), ['award', 'assign', 'assign', 'assign']);
  });

  it('stays unknown where the retry is refused or does not get through, since the first call may have been executed', async () => {
    let status = 502;
    await using setup = setUp({ script: roleOnly(() => reply(status, { code: 7, error: 'no such role' })) });
    const claim = await setup.claim('meetup', MEMBER);
    status = 422;
    await later(setup, 61);
    await until(() => log(setup).length === 1);
    const record = await setup.ledger.find(String(claim.body['id']));
    assert.deepEqual(
      record?.grants.map(({ state }) => state),
      ['granted', 'unknown'],
    );
  });

  it('is assigned where it waits beside points that may have been lost with the ledger, however many wait so', async () => {
    await using setup = setUp();
    const { now } = setup.clock;
    await setup.ledger.restored({ since: now - 3_600_000, until: now }, { who: 'op', why: 'the disk died' }, now);
    const members = Array.from({ length: 25 }, (_, n) => `m-${n}`);
    for (const memberId of members) {
      assert.equal((await setup.claim('meetup', { memberId })).status, 202);
      setup.clock.now += 1;
    }
    for (const count of [20, 25]) {
      await later(setup, 10);
      await until(() => log(setup).length === count);
    }
    assert.deepEqual(
      setup.calls.map(({ path, form }) => [path, form['user_id']]),
      members.map((memberId) => ['/api/1/role/assign', memberId]),
    );
    const { grants } = (await setup.ledger.list({}))[0] ?? {};
    assert.deepEqual(
      grants?.map(({ state }) => state),
      ['unknown', 'granted'],
    );
  });

  it('is assigned however many wait before it of a service that is in the config no more, or takes no calls', async () => {
    const service = { baseUrl: 'https://one.example/api', apiKey: KEY };
    const two = { ...service, baseUrl: 'https://two.example/api' };
    const role = { id: '9007199254740993', name: 'Attendee' };
    const meetup = {
      title: 'Meetup',
      repeats: 'once',
      role,
      remark: 'Came',
      acceptTypedRole: true,
      service: 'two',
    } as const;
    const daily = { title: 'Daily', repeats: 'daily', points: 10, remark: 'Daily', service: 'one' } as const;
    const ledger = sqliteLedger(':memory:');
    for (const [place, of] of [...Array(20).fill('former'), ...Array(20).fill('one')].entries()) {
      const now = NOON - DAY + place;
      await ledger.reserve(request({ memberId: `before-${place}`, service: of, now, ...giving(ROLE) }));
    }
    await ledger.recover(NOON - 1);
    await using setup = setUp({
      ledger,
      config: { services: { one: service, two }, actions: { daily, meetup } },
      script: (call, count) => (count === 1 ? reply(401, '') : count === 2 ? lost(call, count) : grant(call, count)),
    });
    assert.equal((await setup.claim('daily', MEMBER)).status, 422);
    assert.equal((await setup.claim('meetup', MEMBER)).status, 202);
    await later(setup, 10);
    await until(() => log(setup).length === 1);
    assert.deepEqual(
      setup.calls.map(({ path, form }) => [path.replace(/.*\//, ''), form['user_id']]),
      ['award', 'assign', 'assign'].map((kind) => [kind, MEMBER.memberId]),
    );
  });

  it('is not assigned again by a proxy that is being closed', async () => {
    const held = gate();
    await using setup = setUp({
      script: roleOnly(async (call, count) => {
        if (kinds(setup).filter((kind) => kind === 'assign').length <= 2) return lost(call, count);
        await held.opened;
        return grant(call, count);
      }),
    });
    await setup.claim('meetup', MEMBER);
    await setup.claim('meetup', { memberId: 'm-2' });
    await later(setup, 10);
    await until(() => setup.calls.length === 5);
    const closing = setup.proxy.close();
    held.open();
    await closing;
    await until(() => log(setup).length > 0);
    for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
    assert.equal(setup.calls.length, 5);
    assert.deepEqual(await setup.ledger.list({ state: 'sent' }), []);
  });

  it('is retried by one of two processes only', async () => {
    await using first = setUp({ script: roleOnly(lost) });
    await using second = setUp({ ledger: first.ledger, script: roleOnly(grant) });
    await first.claim('meetup', MEMBER);
    await Promise.all([later(first, 30), later(second, 30)]);
    await until(() => log(first).length + log(second).length === 1);
    assert.equal(first.calls.length + second.calls.length, 3);
  });
});

describe('an award whose outcome is unknown', () => {
  it('is never sent again', async () => {
    await using setup = setUp({ script: lost });
    await setup.claim('daily', MEMBER);
    for (let n = 0; n < 5; n += 1) await later(setup, 3600);
    assert.deepEqual(kinds(setup), ['award']);
  });
});

describe('a request that comes again under its idempotency key', () => {
  const key = { 'idempotency-key': 'press-1' };

  it('gets its first answer after the action has closed', async () => {
    const closes = new Date(Date.UTC(2026, 2, 10, 13)).toISOString();
    const fair = { title: 'Fair', repeats: 'once', points: 5, remark: 'Fair', closes } as const;
    await using setup = setUp({ config: { actions: { fair } } });
    const first = await setup.claim('fair', MEMBER, key);
    setup.clock.now += 2 * 3_600_000;
    const again = await setup.claim('fair', MEMBER, key);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal((await setup.claim('fair', MEMBER, { 'idempotency-key': 'press-2' })).body['code'], 'closed');
    assert.equal(setup.calls.length, 1);
  });

  it('gets its first answer while calls are paused', async () => {
    let status = 200;
    await using setup = setUp({ script: (call, count) => (status === 200 ? grant(call, count) : reply(status, 'no')) });
    await setup.claim('daily', MEMBER, key);
    status = 401;
    await setup.claim('daily', { memberId: 'm-2' });
    assert.equal((await setup.claim('daily', { memberId: 'm-3' })).status, 503);
    assert.equal((await setup.claim('daily', MEMBER, key)).status, 201);
  });
});
