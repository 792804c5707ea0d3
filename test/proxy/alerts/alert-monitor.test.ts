import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AlertMonitor } from '../../../src/proxy/alerts/alert-monitor.ts';
import { Alerts } from '../../../src/proxy/alerts/alerts.ts';
import type { AlertEvent } from '../../../src/proxy/alerts/index.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import type { Ledger } from '../../../src/ledger/index.ts';
import { reserved } from '../../../src/ledger/conformance/bench.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { gate, grant, reply, type Script } from '../support/transport.ts';

const member = (id: number | string) => ({ memberId: `m-${id}` });

/** A site and what its owner is told. `told` waits for what is being looked up. */
function watched(script: Script, config: Partial<RewardsConfig> = {}) {
  const events: AlertEvent[] = [];
  const setup = setUp({ script, config: { onAlert: (event) => void events.push(event), ...config } });
  const told = async (): Promise<AlertEvent[]> => {
    await setup.proxy.close();
    return events.map(({ at, ...event }) => ({ ...event, at: at.slice(0, 4) }));
  };
  return { setup, told };
}

async function claims(setup: Setup, count: number, action = 'daily', from = 0): Promise<void> {
  for (let n = from; n < from + count; n += 1) await setup.claim(action, member(n));
}

describe('the owner is told', () => {
  it('of many refusals of an action within ten minutes', async () => {
    const { setup, told } = watched(() => reply(422, { code: 3, error: 'unknown member' }), { abuse: { refusals: 3 } });
    await using _ = setup;
    await claims(setup, 2);
    setup.clock.now += 600_000;
    await claims(setup, 2, 'daily', 2);
    await claims(setup, 2, 'meetup', 4);
    setup.clock.now += 599_000;
    await claims(setup, 1, 'daily', 6);
    assert.deepEqual(await told(), [
      { kind: 'many-refusals', action: 'daily', count: 3, spanSeconds: 600, at: '2026', more: 0 },
    ]);
  });

  it('of outcomes that are unknown, and of the breaker that opens', async () => {
    const { setup, told } = watched(() => reply(500, ''));
    await using _ = setup;
    await claims(setup, 5);
    const events = await told();
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['unknown-claims', 'breaker-opened'],
    );
    const [unknown, opened] = events;
    assert.ok(unknown?.kind === 'unknown-claims' && unknown.count >= 1);
    assert.equal(unknown.oldestAt, '2026-03-10T12:00:00.000Z');
    assert.deepEqual(opened, { kind: 'breaker-opened', service: 'default', at: '2026', more: 0 });
  });

  it('of outcomes that are unknown once they are more than before', async () => {
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const counts: number[] = [];
    let [at, waiting] = [0, 0];
    const around = { logger, secrets: new Secrets(), now: () => at };
    const alerts = new Alerts({ ...around, hooks: [(event) => void counts.push('count' in event ? event.count : -1)] });
    const ledger = { ...sqliteLedger(':memory:'), unknown: async () => ({ count: waiting, oldestAt: 0 }) };
    const monitor = new AlertMonitor({ ...around, ledger, alerts, refusals: 3 });
    for (waiting of [2, 2, 1, 2, 3]) {
      monitor.unknown();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await monitor.settled();
      at += 3_600_000;
    }
    assert.deepEqual(counts, [2, 2, 3]);
    await ledger.close();
  });

  it('of a key that the service does not accept', async () => {
    const { setup, told } = watched(() => reply(401, ''));
    await using _ = setup;
    await claims(setup, 2);
    assert.deepEqual(await told(), [{ kind: 'key-refused', service: 'default', at: '2026', more: 0 }]);
  });

  /** A site in whose ledger an earlier process has left a claim in flight, which is past its deadline by now. */
  async function leftInFlight(changes: (ledger: Ledger) => Partial<Ledger> = () => ({})) {
    const ledger = sqliteLedger(':memory:');
    const events: AlertEvent[] = [];
    const setup = setUp({
      ledger: { ...ledger, ...changes(ledger) },
      config: { onAlert: (event) => void events.push(event) },
    });
    const { now } = setup.clock;
    reserved(await ledger.reserve(request({ now, deadline: now + 60_000 })));
    setup.clock.now += 120_000;
    const told = () => events.map((event) => [event.kind, 'count' in event && event.count]);
    return { setup, told };
  }

  it('of a claim that an earlier process left in flight', async () => {
    const { setup, told } = await leftInFlight();
    await using _ = setup;
    await setup.ask('/rewards/health');
    await setup.proxy.close();
    assert.deepEqual(told(), [['unknown-claims', 1]]);
  });

  it('of one that is found while the proxy is closed', async () => {
    const found = gate();
    let isStarted = false;
    const { setup, told } = await leftInFlight((ledger) => ({
      recover: async (now) => {
        if (isStarted) await found.opened;
        return ledger.recover(now);
      },
      unknown: async () => {
        await new Promise(setImmediate);
        return ledger.unknown();
      },
    }));
    await using _ = setup;
    isStarted = true;
    const asked = setup.ask('/rewards/health');
    const closed = setup.proxy.close();
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    found.open();
    await closed;
    assert.deepEqual(told(), [['unknown-claims', 1]]);
    await asked;
  });

  it('when 80 and 95 percent of a budget are given out, once each', async () => {
    const daily = { title: 'D', repeats: 'daily', points: 5, remark: 'r', budget: 100 } as const;
    const { setup, told } = watched(grant, { actions: { daily }, budget: 1000 });
    await using _ = setup;
    for (let n = 0; n < 20; n += 1) {
      await setup.claim('daily', member(n));
      // What is looked up after one claim is known before the next.
      await new Promise(setImmediate);
    }
    assert.deepEqual(
      (await told()).map(
        (event) => event.kind === 'budget-low' && [event.action, event.points, event.budget, event.percent],
      ),
      [
        ['daily', 80, 100, 80],
        ['daily', 95, 100, 95],
      ],
    );
  });

  it('of the budget of all actions', async () => {
    const one = { title: 'D', repeats: 'daily', points: 80, remark: 'r' } as const;
    const { setup, told } = watched(grant, { actions: { one }, budget: 100 });
    await using _ = setup;
    await claims(setup, 1, 'one');
    assert.deepEqual(await told(), [{ kind: 'budget-low', points: 80, budget: 100, percent: 80, at: '2026', more: 0 }]);
  });

  it('nothing where all is well', async () => {
    const { setup, told } = watched(grant, { budget: 1_000_000 });
    await using _ = setup;
    await claims(setup, 30);
    assert.deepEqual(await told(), []);
  });

  it('by a hook whose failure harms no claim', async () => {
    const onAlert = () => Promise.reject(new Error('no mail today'));
    await using setup = setUp({ config: { members: { block: ['m-1'] }, onAlert } });
    assert.equal((await setup.claim('daily', member(1))).status, 422);
    assert.equal((await setup.claim('daily', member(2))).status, 201);
    assert.match(JSON.stringify(setup.logs), /no mail today/);
  });
});
