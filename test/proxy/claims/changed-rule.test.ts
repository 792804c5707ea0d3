import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { ConfigError, type RewardsConfig } from '../../../src/proxy/index.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { grant, reply, type Script } from '../support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };

type Repeats = Pick<RewardsConfig['actions'][string], 'repeats' | 'timeZone' | 'everyHours'>;

/** A proxy whose action `daily` repeats like that. It is Tuesday, 10 March 2026, 12:00 UTC. */
function proxyOf(ledger: Ledger, rule: Repeats, script: Script = grant): Setup {
  const daily = { title: 'Check-in', points: 10, remark: 'Check-in', ...rule };
  return setUp({ ledger, script, config: { actions: { daily } } });
}

/** What is said at the start of a change of rule. */
const said = ({ logs }: Setup) =>
  logs.filter(({ message }) => message.startsWith('the action repeats by another rule'));

describe('an action whose rule the owner changed', () => {
  it('pays nobody again who has claimed by the rule of then, and says when they can claim', async () => {
    const ledger = sqliteLedger(':memory:');
    const before = proxyOf(ledger, { repeats: 'daily' });
    assert.equal((await before.claim('daily', MEMBER)).status, 201);
    await using after = proxyOf(ledger, { repeats: 'weekly' });
    const answer = await after.claim('daily', MEMBER);
    assert.deepEqual([answer.status, answer.body['nextClaimAt']], [409, '2026-03-16T00:00:00.000Z']);
    const { body } = await after.ask(`/rewards/actions/daily?memberId=${MEMBER.memberId}`);
    assert.deepEqual(body['member'], {
      memberId: MEMBER.memberId,
      streak: 1,
      canClaim: false,
      nextClaimAt: '2026-03-16T00:00:00.000Z',
      pendingClaimId: null,
    });
    assert.deepEqual(after.calls, []);
    assert.equal((await after.claim('daily', { memberId: '91234567890123456' })).status, 201);
  });

  it('is told of at the start, until somebody has claimed by the rule of now', async () => {
    const ledger = sqliteLedger(':memory:');
    const before = proxyOf(ledger, { repeats: 'daily' });
    await before.claim('daily', MEMBER);
    assert.deepEqual(said(before), []);
    const after = proxyOf(ledger, { repeats: 'daily', timeZone: 'Asia/Tokyo' });
    await after.proxy.ready;
    const [line] = said(after);
    assert.deepEqual(
      [line?.level, line?.['action'], line?.['rule'], line?.['before']],
      ['warn', 'daily', 'daily in Asia/Tokyo', ['daily in UTC']],
    );
    await after.claim('daily', { memberId: '91234567890123456' });
    await using later = proxyOf(ledger, { repeats: 'daily', timeZone: 'Asia/Tokyo' });
    await later.proxy.ready;
    assert.deepEqual(said(later), []);
  });

  it('does not start where it was claimed once and could be claimed again', async () => {
    const ledger = sqliteLedger(':memory:');
    const before = proxyOf(ledger, { repeats: 'once' });
    await before.claim('daily', MEMBER);
    await using after = proxyOf(ledger, { repeats: 'daily' });
    await assert.rejects(after.proxy.ready, (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.issues, [
        "actions.daily.repeats: is daily in UTC now, but 1 claim was made when it was once, and counts for ever: who made it could never claim again, or would be paid twice. Put repeats: 'once' back, or give the action another name, under which everybody can begin afresh",
      ]);
      return true;
    });
    const answer = await after.claim('daily', { memberId: '91234567890123456' });
    assert.equal(answer.status, 500);
    assert.equal((await after.ask('/rewards/health')).status, 503);
    assert.deepEqual(after.calls, []);
  });

  it('starts where nothing came of what was claimed once', async () => {
    const ledger = sqliteLedger(':memory:');
    const before = proxyOf(ledger, { repeats: 'once' }, () => reply(200, { code: 5, error: 'no' }));
    assert.equal((await before.claim('daily', MEMBER)).status, 422);
    await using after = proxyOf(ledger, { repeats: 'daily' });
    await after.proxy.ready;
    assert.equal((await after.claim('daily', MEMBER)).status, 201);
  });

  it('is looked for again where the ledger was out of reach at first', async () => {
    const ledger = sqliteLedger(':memory:');
    let broken = true;
    const ruleChanges: Ledger['ruleChanges'] = (rules) =>
      broken ? Promise.reject(new Error('the disk is on fire')) : ledger.ruleChanges(rules);
    await using setup = proxyOf({ ...ledger, ruleChanges }, { repeats: 'daily' });
    await assert.rejects(setup.proxy.ready, /on fire/);
    assert.equal((await setup.claim('daily', MEMBER)).status, 500);
    broken = false;
    assert.equal((await setup.claim('daily', MEMBER)).status, 201);
  });
});
