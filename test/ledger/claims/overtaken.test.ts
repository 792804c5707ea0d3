import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moveGrant } from '../../../src/ledger/claims/journal.ts';
import { reserve } from '../../../src/ledger/claims/reserve.ts';
import { abandon, recover, resolve, settle } from '../../../src/ledger/claims/settle.ts';
import { grant, reserved } from '../../../src/ledger/conformance/bench.ts';
import { BY, GAP, NOON, POINTS, request, ROLE } from '../../../src/ledger/conformance/requests.ts';
import type { Caps } from '../../../src/ledger/index.ts';
import { Memory } from '../../../src/ledger/keeping/memory.ts';
import { isPseudonym } from '../../../src/ledger/members/pseudonym.ts';
import { Overtaken } from '../../../src/ledger/sql.ts';
import { CLOCK, sharedStore } from '../shared-store.ts';

const GRANTED = { state: 'granted', echo: POINTS, evidence: null } as const;
const UNKNOWN = { state: 'unknown', evidence: null } as const;

describe('a transaction on a store of many writers', () => {
  it('waits for the member, and for all others only where one budget holds for all, or a rule is new', async (t) => {
    const { drive } = await sharedStore(t);
    const locksOf = (memberId: string, caps: Caps = { capacity: 5, actionBudget: 500 }) =>
      drive(reserve(request({ memberId, caps }), new Memory(null), CLOCK)).locks;
    assert.deepEqual(locksOf('1'), ['member 1', 'rules']);
    assert.deepEqual(locksOf('2'), ['member 2']);
    assert.deepEqual(locksOf('3', { totalBudget: 500 }), ['member 3', 'total budget']);
  });

  it('waits for the name under which claims of the member are brought back, while some may be missing', async (t) => {
    const { ledger, drive } = await sharedStore(t);
    reserved(await ledger.reserve(request({ memberId: '1' })));
    await ledger.restored(GAP, BY, NOON);
    const { locks } = drive(reserve(request({ memberId: '2' }), new Memory(null), CLOCK));
    const [own, other = '', ...more] = locks;
    assert.deepEqual([own, more], ['member 2', []]);
    assert.ok(other.startsWith('member ') && isPseudonym(other.slice('member '.length)), other);
  });

  it('waits for the member whose reservation it abandons', async (t) => {
    const { ledger, drive } = await sharedStore(t);
    const claim = reserved(await ledger.reserve(request({ memberId: '1' })));
    assert.deepEqual(drive(abandon(claim, null, NOON)).locks, ['member 1']);
  });

  it('makes no claim while the clock of this machine is too far from that of the store', async (t) => {
    const { drive } = await sharedStore(t);
    const reserveAt = (now: number) =>
      drive(reserve(request(), new Memory(null), { ...CLOCK, store: { sql: String(NOON), now: () => now } })).result;
    for (const now of [NOON - 60_001, NOON + 60_001]) assert.throws(() => reserveAt(now), { code: 'clock-apart' });
    reserved(reserveAt(NOON + 60_000).reservation);
  });

  it('begins anew where a grant was decided on since it was read', async (t) => {
    const { ledger, drive } = await sharedStore(t);
    const claim = reserved(await ledger.reserve(request()));
    await ledger.settle(claim.id, 0, UNKNOWN, NOON);
    const decision = { state: 'released', who: 'Wren', why: 'not there' } as const;
    assert.throws(
      () => drive(resolve(claim.id, decision, NOON), /UPDATE grants/, "UPDATE grants SET state = 'granted'"),
      Overtaken,
    );
    assert.equal((await ledger.find(claim.id))?.grants[0]?.state, 'granted');
  });

  it('begins anew where another grant of the claim has moved since it was read, and only then', async (t) => {
    const { ledger, drive } = await sharedStore(t);
    const claim = reserved(await ledger.reserve(request({ grants: [POINTS, ROLE] })));
    const settled = settle(claim.id, 0, GRANTED, NOON, claim);
    const meanwhile = "UPDATE grants SET state = 'released' WHERE idx = 1";
    assert.throws(() => drive(settled, /UPDATE claims/, meanwhile), Overtaken);

    const next = await grant(ledger, request({ memberId: '2', grants: [POINTS] }));
    assert.equal(next.state, 'granted');
    const other = reserved(await ledger.reserve(request({ memberId: '3', grants: [POINTS, ROLE] })));
    const { result } = drive(settle(other.id, 0, GRANTED, NOON, other));
    assert.deepEqual(
      result.grants.map(({ state }) => state),
      ['granted', 'reserved'],
    );
  });

  it('recovers nothing of a claim that was settled since its ids were read', async (t) => {
    const { ledger, drive } = await sharedStore(t);
    const wanted = request();
    reserved(await ledger.reserve(wanted));
    const { result } = drive(recover(wanted.deadline + 1, 10), /FROM claims/, "UPDATE grants SET state = 'granted'");
    assert.deepEqual(result, []);
  });

  it('moves no grant in a way that the states do not allow, whatever was read', async (t) => {
    const { ledger, drive } = await sharedStore(t);
    const { id, grants } = await grant(ledger, request());
    const [granted] = grants;
    assert.ok(granted);
    assert.throws(() => drive(moveGrant(id, granted, { to: 'sent', cause: 'reply', now: NOON })), {
      message: 'a granted points grant may not become sent by reply',
    });
    assert.equal((await ledger.find(id))?.grants[0]?.state, 'granted');
  });
});
