import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { moveGrant } from '../../../src/ledger/claims/journal.ts';
import { reserve } from '../../../src/ledger/claims/reserve.ts';
import { resolve, settle } from '../../../src/ledger/claims/settle.ts';
import { grant, reserved } from '../../../src/ledger/conformance/bench.ts';
import { BY, GAP, NOON, POINTS, request, ROLE } from '../../../src/ledger/conformance/requests.ts';
import type { Caps, Ledger } from '../../../src/ledger/index.ts';
import { Memory } from '../../../src/ledger/keeping/memory.ts';
import { isPseudonym } from '../../../src/ledger/members/pseudonym.ts';
import { driveSync, type Operation, Overtaken, type Row } from '../../../src/ledger/sql.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { folder, newFile } from '../sqlite-folder.ts';

const CLOCK = { toleranceMs: 60_000, store: null };
const GRANTED = { state: 'granted', echo: POINTS, evidence: null } as const;
const UNKNOWN = { state: 'unknown', evidence: null } as const;

/** A ledger, and its file as a store of many writers has it, in which others do something between two statements of a transaction. */
async function shared(t: TestContext): Promise<{
  ledger: Ledger;
  drive: <T>(operation: Operation<T>, before?: RegExp, meanwhile?: string) => { result: T; locks: string[] };
}> {
  const home = folder();
  const path = newFile(home);
  const ledger = sqliteLedger(path);
  const db = new DatabaseSync(path);
  t.after(async () => {
    db.close();
    await ledger.close();
    home[Symbol.dispose]();
  });
  const drive = <T>(operation: Operation<T>, before?: RegExp, meanwhile = '') => {
    const locks: string[] = [];
    let isDone = false;
    const result = driveSync(operation, (statement): Row[] => {
      if ('lock' in statement) {
        locks.push(statement.lock);
        return [];
      }
      if (!isDone && before?.test(statement.sql)) {
        isDone = true;
        db.exec(meanwhile);
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is STRICT and has no blobs
      return db.prepare(statement.sql).all(...statement.params) as Row[];
    });
    return { result, locks };
  };
  return { ledger, drive };
}

describe('a transaction on a store of many writers', () => {
  it('waits for the member, and for all others only where one budget holds for all, or a rule is new', async (t) => {
    const { drive } = await shared(t);
    const locksOf = (memberId: string, caps: Caps = { capacity: 5, actionBudget: 500 }) =>
      drive(reserve(request({ memberId, caps }), new Memory(null), CLOCK)).locks;
    assert.deepEqual(locksOf('1'), ['member 1', 'rules']);
    assert.deepEqual(locksOf('2'), ['member 2']);
    assert.deepEqual(locksOf('3', { totalBudget: 500 }), ['member 3', 'total budget']);
  });

  it('waits for the name under which claims of the member are brought back, while some may be missing', async (t) => {
    const { ledger, drive } = await shared(t);
    reserved(await ledger.reserve(request({ memberId: '1' })));
    await ledger.restored(GAP, BY, NOON);
    const { locks } = drive(reserve(request({ memberId: '2' }), new Memory(null), CLOCK));
    const [own, other = '', ...more] = locks;
    assert.deepEqual([own, more], ['member 2', []]);
    assert.ok(other.startsWith('member ') && isPseudonym(other.slice('member '.length)), other);
  });

  it('makes no claim while the clock of this machine is too far from that of the store', async (t) => {
    const { drive } = await shared(t);
    const reserveAt = (now: number) =>
      drive(reserve(request(), new Memory(null), { ...CLOCK, store: { sql: String(NOON), now: () => now } })).result;
    for (const now of [NOON - 60_001, NOON + 60_001]) assert.throws(() => reserveAt(now), { code: 'clock-apart' });
    reserved(reserveAt(NOON + 60_000).reservation);
  });

  it('begins anew where a grant was decided on since it was read', async (t) => {
    const { ledger, drive } = await shared(t);
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
    const { ledger, drive } = await shared(t);
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

  it('moves no grant in a way that the states do not allow, whatever was read', async (t) => {
    const { ledger, drive } = await shared(t);
    const { id, grants } = await grant(ledger, request());
    const [granted] = grants;
    assert.ok(granted);
    assert.throws(() => drive(moveGrant(id, granted, { to: 'sent', cause: 'reply', now: NOON })), {
      message: 'a granted points grant may not become sent by reply',
    });
    assert.equal((await ledger.find(id))?.grants[0]?.state, 'granted');
  });
});
