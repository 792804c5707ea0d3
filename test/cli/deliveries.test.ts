import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { grant } from '../../src/ledger/conformance/bench.ts';
import { NOON, request } from '../../src/ledger/conformance/requests.ts';
import { createStore, openStore } from '../crash/store.ts';
import { run } from './command.ts';

/** A ledger with a claim that two receivers are to be told of: one was not, and the other waits. */
async function ledgerFile(t: TestContext): Promise<{ db: string; event: string }> {
  const home = await mkdtemp(join(tmpdir(), 'rewards-deliveries-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const db = await createStore(join(home, 'claims.db'));
  const ledger = openStore(db);
  await ledger.setReceivers(
    [
      { name: 'crm', types: ['claim.granted'] },
      { name: 'shop', types: ['claim.granted'] },
    ],
    NOON,
  );
  const { id } = await grant(ledger, request({ memberId: '424242424242' }));
  const [taken] = await ledger.takeDeliveries({ receiver: 'shop', now: NOON, until: NOON + 1, limit: 1 });
  assert.ok(taken);
  await ledger.noteDelivery(taken, { state: 'failed', outcome: 'status 500', attempts: 1 }, Date.now());
  await ledger.close();
  return { db, event: `msg_${id}_1` };
}

describe('rewards deliveries list', () => {
  it('prints a table, newest claim first, without a member', async (t) => {
    const { db, event } = await ledgerFile(t);
    const { code, stdout } = await run(['deliveries', 'list', '--db', db, '--format', 'table']);
    assert.equal(code, 0);
    const [head = '', first = '', second = ''] = stdout.trimEnd().split('\n');
    assert.match(head, /^EVENT +TO +WHAT +HAPPENED +STATE +TRIES +LAST +NEXT$/);
    assert.match(
      first,
      new RegExp(`^${event} +shop +claim.granted +2026-11-20T12:00:00.000Z +failed +1 +status 500 +-$`),
    );
    assert.match(second, / crm .* waiting +0 +- +2026-11-20T12:00:00.000Z$/);
    assert.ok(!stdout.includes('424242424242'));
  });

  it('filters, and prints JSON', async (t) => {
    const { db, event } = await ledgerFile(t);
    const { stdout } = await run(['deliveries', 'list', '--db', db, '--state', 'failed', '--to', 'shop', '--json']);
    const { event: id, receiver, outcome } = JSON.parse(stdout);
    assert.deepEqual({ id, receiver, outcome }, { id: event, receiver: 'shop', outcome: 'status 500' });
    const none = await run(['deliveries', 'list', '--db', db, '--to', 'nobody', '--format', 'table']);
    assert.equal(none.stdout, 'no deliveries\n');
  });

  it('says where there are more than it prints', async (t) => {
    const { db } = await ledgerFile(t);
    const list = ['deliveries', 'list', '--db', db];
    const { code, stdout, stderr } = await run([...list, '--limit', '1']);
    assert.deepEqual([code, stdout.trimEnd().split('\n').length], [0, 1]);
    const more = 'these are the first 1, and there are more: raise --limit, or say which with --state and --to';
    assert.equal(stderr, `rewards: ${more}\n`);
    assert.equal((await run([...list, '--limit', '2'])).stderr, '');
  });

  it('says what is wrong', async (t) => {
    const { db } = await ledgerFile(t);
    const { code, stderr } = await run(['deliveries', 'list', '--db', db, '--state', 'fialed']);
    assert.equal(code, 2);
    assert.match(stderr, /--state must be one of waiting, delivered, failed/);
  });
});

describe('rewards deliveries send-again', () => {
  it('sends one event again, and says who did in the audit', async (t) => {
    const { db, event } = await ledgerFile(t);
    const { code, stdout } = await run(['deliveries', 'send-again', event, '--to', 'shop', '--by', 'Wren', '--db', db]);
    assert.deepEqual([code, stdout], [0, '1 delivery is sent again\n']);
    const ledger = openStore(db);
    assert.equal((await ledger.deliveries({ state: 'waiting' })).length, 2);
    const [note] = await ledger.audit({});
    assert.deepEqual([note?.who, note?.what, note?.details], ['Wren', 'sent again', { receiver: 'shop' }]);
    await ledger.close();
  });

  it('sends all again that failed', async (t) => {
    const { db } = await ledgerFile(t);
    const { stdout } = await run(['deliveries', 'send-again', '--failed', '--by', 'Wren', '--db', db]);
    assert.equal(stdout, '1 delivery is sent again\n');
  });

  it('sends none again that another receiver did not take', async (t) => {
    const { db } = await ledgerFile(t);
    const { stdout } = await run(['deliveries', 'send-again', '--failed', '--to', 'crm', '--by', 'Wren', '--db', db]);
    assert.equal(stdout, '0 deliveries are sent again\n');
  });

  it('says where the receiver is no longer one', async (t) => {
    const { db, event } = await ledgerFile(t);
    const ledger = openStore(db);
    await ledger.setReceivers([{ name: 'crm', types: ['claim.granted'] }], NOON);
    await ledger.close();
    const { code, stderr } = await run(['deliveries', 'send-again', event, '--to', 'shop', '--by', 'Wren', '--db', db]);
    assert.deepEqual([code, /names no such receiver any more/.test(stderr)], [1, true]);
  });

  it('sends nothing where an event is named by mistake', async (t) => {
    const { db, event } = await ledgerFile(t);
    const args = ['deliveries', 'send-again', event, 'msg_nothing_1', '--by', 'Wren', '--db', db];
    const { code, stderr } = await run(args);
    assert.equal(code, 1);
    assert.match(stderr, /there is no event msg_nothing_1; nothing is sent again/);
    const other = `${event.slice(0, -1)}2`;
    const none = await run(['deliveries', 'send-again', other, '--by', 'Wren', '--db', db]);
    assert.deepEqual([none.code, none.stderr.includes(`there is no event ${other}`)], [1, true]);
    for (const which of [[], [event, '--failed']]) {
      const unclear = await run(['deliveries', 'send-again', ...which, '--by', 'Wren', '--db', db]);
      assert.deepEqual([unclear.code, /name the events, or give --failed/.test(unclear.stderr)], [2, true]);
    }
  });
});
