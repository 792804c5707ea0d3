import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newClaimId, type Ledger, LedgerError, periodAt } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { NOON, setUp } from '../support/setup.ts';
import { gate } from '../support/transport.ts';

const MEMBER = { memberId: 'm-1' };

/** A claim that a process left in flight when it died. */
async function leaveBehind(ledger: Ledger, deadline: number): Promise<string> {
  const reservation = await ledger.reserve({
    claimId: newClaimId(NOON - 60_000),
    action: 'meetup',
    ...MEMBER,
    service: 'default',
    period: periodAt({ repeats: 'once' }, NOON - 60_000),
    idempotency: null,
    grants: [
      { kind: 'points', points: 50, remark: 'r' },
      { kind: 'role', roleId: '1', roleName: 'R', remark: 'r' },
    ],
    caps: {},
    fields: null,
    now: NOON - 60_000,
    deadline,
  });
  assert.equal(reservation.kind, 'reserved');
  return reservation.claim.id;
}

/** The ledger with some of its methods replaced. */
function altered(ledger: Ledger, changes: Partial<Ledger>): Ledger {
  return { ...ledger, ...changes };
}

const outage = new LedgerError('the disk is full', { code: 'sqlite-13' });

describe('start-up', () => {
  it('settles what an earlier process left in flight before anything is answered', async () => {
    const ledger = sqliteLedger(':memory:');
    const id = await leaveBehind(ledger, NOON - 1);
    await using setup = setUp({ ledger });
    await setup.proxy.ready;
    assert.deepEqual(
      (await ledger.find(id))?.grants.map(({ state }) => state),
      ['unknown', 'released'],
    );
    const { status, body } = await setup.claim('meetup', MEMBER);
    assert.deepEqual([status, body['id'], setup.calls.length], [202, id, 0]);
    const warning = setup.logs.find(({ level }) => level === 'warn');
    assert.deepEqual([warning?.['claim'], warning?.['state']], [id, 'pending']);
  });

  it('makes requests wait for it', async () => {
    const recovered = gate();
    const ledger = sqliteLedger(':memory:');
    const recover: Ledger['recover'] = async (now) => (await recovered.opened, ledger.recover(now));
    await using setup = setUp({ ledger: altered(ledger, { recover }) });
    let answers = 0;
    const waiting = [
      setup.claim('daily', MEMBER),
      setup.ask('/rewards/actions/daily'),
      setup.ask('/rewards/claims/none'),
      setup.ask('/rewards/health'),
    ].map((answer) => answer.finally(() => (answers += 1)));
    await setup.ask('/rewards/openapi.json');
    await new Promise(setImmediate);
    assert.equal(answers, 0);
    recovered.open();
    await Promise.all(waiting);
    await setup.proxy.ready;
  });

  it('is over before the proxy is closed, so that nobody is told of a ledger that fails', async () => {
    const recovered = gate();
    const ledger = sqliteLedger(':memory:');
    const recover: Ledger['recover'] = async (now) => (await recovered.opened, ledger.recover(now));
    const setup = setUp({ ledger: altered(ledger, { recover }) });
    const closed = setup.proxy.close().then(() => ledger.close());
    setImmediate(() => recovered.open());
    await closed;
    await setup.proxy.ready;
    assert.deepEqual(setup.logs, []);
  });

  it('that failed is reported, and tried again by the next request', async () => {
    const ledger = sqliteLedger(':memory:');
    let fails = true;
    const recover: Ledger['recover'] = async (now) => {
      if (fails) throw outage;
      return ledger.recover(now);
    };
    await using setup = setUp({ ledger: altered(ledger, { recover }) });
    await assert.rejects(setup.proxy.ready, LedgerError);
    assert.equal((await setup.ask('/rewards/health')).status, 503);
    assert.equal((await setup.claim('daily', MEMBER)).status, 500);
    fails = false;
    assert.equal((await setup.claim('daily', MEMBER)).status, 201);
  });
});

describe('health', () => {
  for (const method of ['recover', 'check'] as const) {
    it(`is told soon where the ledger says nothing to: ${method}`, async () => {
      const ledger = sqliteLedger(':memory:');
      const silence = gate();
      const silent: Ledger = altered(ledger, { [method]: () => silence.opened });
      await using setup = setUp({ ledger: silent });
      assert.equal((await setup.ask('/rewards/health')).status, 503);
      const line = setup.logs.find(({ message }) => message === 'the ledger does not work');
      assert.equal(Object(line?.['error'])['message'], 'the ledger did not answer within 3000 ms');
    });
  }
});

describe('while it runs', () => {
  it('settles what another process left behind once its deadline has passed', async () => {
    const ledger = sqliteLedger(':memory:');
    await using setup = setUp({ ledger });
    await setup.proxy.ready;
    const id = await leaveBehind(ledger, NOON + 2_000);
    setup.clock.now = NOON + 5_001;
    const { body } = await setup.ask(`/rewards/claims/${id}`);
    assert.equal(body['status'], 'pending');
    assert.equal((await ledger.find(id))?.grants[1]?.state, 'released');
  });

  it('asks the ledger at most every five seconds', async () => {
    const ledger = sqliteLedger(':memory:');
    let count = 0;
    const recover: Ledger['recover'] = (now) => ((count += 1), ledger.recover(now));
    await using setup = setUp({ ledger: altered(ledger, { recover }) });
    for (const seconds of [0, 1, 4.999, 5, 6, 9.999, 10]) {
      setup.clock.now = NOON + seconds * 1000;
      await setup.ask('/rewards/actions/daily');
    }
    assert.equal(count, 3);
  });
});

describe('a ledger that fails', () => {
  it('lets no call be made where the claim cannot be reserved', async () => {
    const ledger = sqliteLedger(':memory:');
    const reserve: Ledger['reserve'] = () => Promise.reject(outage);
    await using setup = setUp({ ledger: altered(ledger, { reserve }) });
    assert.equal((await setup.claim('meetup', MEMBER)).status, 500);
    assert.equal(setup.calls.length, 0);
  });
});
