import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AlertEvent, type AlertHook, Alerts } from '../../../src/proxy/alerts/alerts.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';

interface Line {
  level: string;
  details: object;
  message: string;
}

function setUp(...hooks: AlertHook[]) {
  const lines: Line[] = [];
  const log = (level: string) => (details: object, message: string) => void lines.push({ level, details, message });
  const logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
  const clock = { now: Date.UTC(2026, 5, 1) };
  const secrets = new Secrets();
  secrets.keep('a secret of some length');
  return { alerts: new Alerts({ hooks, logger, secrets, now: () => clock.now }), lines, clock };
}

const REFUSALS = { kind: 'many-refusals', action: 'daily', count: 20, spanSeconds: 600 } as const;

describe('alerts', () => {
  it('are logged and told to every hook', () => {
    const events: AlertEvent[] = [];
    const { alerts, lines } = setUp(
      (event) => void events.push(event),
      (event) => void events.push(event),
    );
    alerts.report(REFUSALS);
    const event = { ...REFUSALS, at: '2026-06-01T00:00:00.000Z', more: 0 };
    assert.deepEqual(events, [event, event]);
    assert.deepEqual(lines, [
      { level: 'warn', details: event, message: 'suspicious: the service refuses many claims' },
    ]);
  });

  it('are told once a minute, with the number of those passed over', () => {
    const events: AlertEvent[] = [];
    const { alerts, clock } = setUp((event) => void events.push(event));
    alerts.report(REFUSALS);
    alerts.report(REFUSALS);
    alerts.report({ ...REFUSALS, count: 40 });
    alerts.report({ ...REFUSALS, action: 'meetup' });
    clock.now += 60_000;
    alerts.report(REFUSALS);
    alerts.report(REFUSALS);
    assert.deepEqual(
      events.map((event) => ['action' in event && event.action, event.more]),
      [
        ['daily', 0],
        ['meetup', 0],
        ['daily', 2],
      ],
    );
  });

  it('are told again where the clock was set back, and not once more of those that were told of last', () => {
    const told: string[] = [];
    const { alerts, clock } = setUp((event) => void told.push('action' in event ? (event.action ?? '') : ''));
    const report = (action: string) => alerts.report({ ...REFUSALS, action });
    for (let n = 0; n < 1000; n += 1) report(`action-${n}`);
    clock.now -= 3_600_000;
    told.length = 0;
    report('action-0');
    assert.deepEqual(told, ['action-0']);
    report('another');
    report('action-0');
    assert.deepEqual(told, ['action-0', 'another']);
  });

  it('are told once a minute of all who are not on an allow list, since anybody can name any number of those', () => {
    const events: AlertEvent[] = [];
    const { alerts, clock } = setUp((event) => void events.push(event));
    const report = (list: 'allow' | 'block', member: string) =>
      alerts.report({ kind: 'blocked-member', action: 'daily', member, list, dryRun: false });
    for (const list of ['allow', 'block'] as const) for (const member of ['a', 'b', 'c']) report(list, member);
    clock.now += 60_000;
    report('allow', 'd');
    assert.deepEqual(
      events.map((event) => [event.kind === 'blocked-member' && event.member, event.more]),
      [
        ['a', 0],
        ['a', 0],
        ['b', 0],
        ['c', 0],
        ['d', 2],
      ],
    );
  });

  it('survive a hook that throws or rejects, and hide secrets in what it says', async () => {
    const told: string[] = [];
    const { alerts, lines } = setUp(
      () => {
        throw new Error('no: a secret of some length');
      },
      () => Promise.reject(new Error('never')),
      (event) => void told.push(event.kind),
    );
    alerts.report(REFUSALS);
    await new Promise(setImmediate);
    assert.deepEqual(told, ['many-refusals']);
    const failures = lines.filter(({ level }) => level === 'error');
    assert.equal(failures.length, 2);
    assert.ok(!JSON.stringify(failures).includes('a secret of some length'));
  });
});
