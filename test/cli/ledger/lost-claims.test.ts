import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { lostClaims, strayBelongings } from '../../../src/cli/ledger/lost-claims.ts';
import { grant, reserved, takeUp } from '../../../src/ledger/conformance/bench.ts';
import { HOUR, keyedRequestOf, NOON, points, request, ROLE } from '../../../src/ledger/conformance/requests.ts';
import type { Ledger, Settlement } from '../../../src/ledger/index.ts';
import { backUpSqliteLedger, createSqliteLedger, sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { folder, newFile } from '../../ledger/sqlite-folder.ts';

const BY = { who: 'Wren', why: 'the disk died' };
const SINCE = NOON + HOUR;
const LATER = SINCE + HOUR;
const RELEASED: Settlement = { state: 'released', evidence: null };

const wanted = (memberId: string, now = NOON) => request({ memberId, now, grants: [ROLE, points(7)] });

/** A claim of a role and points, whose points were not given. */
async function givenInPart(ledger: Ledger, memberId: string): Promise<string> {
  const { id } = reserved(await ledger.reserve(wanted(memberId)));
  await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
  await ledger.settle(id, 1, RELEASED, NOON);
  return id;
}

async function bringBack(into: Ledger, path: string): Promise<void> {
  for await (const claims of lostClaims(path, 0)) await into.adopt(claims, BY, LATER);
  for (const strays of strayBelongings(path)) await into.adopt([], BY, LATER, strays);
}

describe('what a copy of a ledger has lost', () => {
  it('has claims of before that were taken up again or settled since, from the ledger and from an export', async () => {
    using home = folder();
    const [path, copy, text] = [newFile(home), join(home.path, 'copy.db'), join(home.path, 'claims.json')];
    const lost = sqliteLedger(path);
    const part = await givenInPart(lost, 'part');
    const old = await givenInPart(lost, 'old');
    const open = reserved(await lost.reserve(request({ memberId: 'open' })));
    await lost.settle(open.id, 0, { state: 'unknown', evidence: null }, NOON);
    backUpSqliteLedger(path, copy);
    reserved(await takeUp(lost, wanted('part', LATER)));
    await lost.settle(part, 1, { state: 'granted', echo: points(7), evidence: null }, LATER);
    await lost.resolve(open.id, { state: 'released', ...BY }, LATER);
    const again = await grant(lost, request({ memberId: 'open', now: LATER }));
    writeFileSync(text, (await lost.list({})).map((claim) => `${JSON.stringify(claim)}\n`).join(''));
    await lost.close();

    for (const from of [path, text]) {
      const into = join(home.path, `${from === path ? 'ledger' : 'export'}.db`);
      backUpSqliteLedger(copy, into);
      const ledger = sqliteLedger(into);
      const found = [];
      for await (const claims of lostClaims(from, SINCE)) {
        found.push(...claims.map(({ id }) => id));
        assert.deepEqual((await ledger.adopt(claims, BY, LATER)).twice, []);
      }
      assert.deepEqual(found, [part, open.id].toSorted().concat(again.id));
      await ledger.restored(null, BY, LATER);
      assert.equal((await ledger.reserve(wanted('part', LATER))).kind, 'held');
      assert.equal((await ledger.reserve(request({ memberId: 'open', now: LATER }))).kind, 'held');
      assert.equal((await ledger.find(old))?.state, 'released');
      await ledger.close();
    }
  });

  it('has the rules by which was claimed, so that another rule pays nobody again', async () => {
    using home = folder();
    const [from, to] = ['old', 'new'].map((name) => join(home.path, `${name}.db`)) as [string, string];
    for (const path of [from, to]) createSqliteLedger(path);
    const old = sqliteLedger(from);
    await grant(old, request({ memberId: 'one' }));
    await old.close();
    const moved = sqliteLedger(to);
    for await (const claims of lostClaims(from, 0)) await moved.adopt(claims, BY, LATER);
    const weekly = { repeats: 'weekly', timeZone: 'UTC' } as const;
    assert.equal((await moved.reserve(request({ memberId: 'one', rule: weekly, now: LATER }))).kind, 'held');
    await moved.close();
  });

  it('has what claims are asked for again by, so that an event that came to nothing is not taken for settled', async () => {
    using home = folder();
    const [path, copy] = [newFile(home), join(home.path, 'copy.db')];
    const lost = sqliteLedger(path);
    backUpSqliteLedger(path, copy);
    const idempotency = { key: 'event one 1', fingerprint: 'one' };
    const uses = [{ id: 'event one 1', expiresAt: LATER }];
    const event = request({ memberId: 'one', now: LATER, idempotency, uses });
    const { id } = reserved(await lost.reserve(event));
    await lost.settle(id, 0, RELEASED, LATER);
    await lost.close();
    const ledger = sqliteLedger(copy);
    for await (const claims of lostClaims(path, SINCE)) await ledger.adopt(claims, BY, LATER);
    await ledger.restored(null, BY, LATER);
    const answer = await ledger.replay(keyedRequestOf(event));
    assert.deepEqual(answer, { kind: 'replayed', claim: await ledger.find(id) });
    await ledger.close();
  });

  it('has what was used up without a claim, or by one that another stands for', async () => {
    using home = folder();
    const [first, second, third] = ['first', 'second', 'third'].map((name) => join(home.path, `${name}.db`)) as [
      string,
      string,
      string,
    ];
    for (const path of [first, second, third]) createSqliteLedger(path);
    const [code, address] = [
      { id: 'code', expiresAt: LATER, returns: true },
      { family: 'eip155', value: '0x01', isOnly: false },
    ];
    const shown = { uses: [code], links: [address] };
    const old = sqliteLedger(first);
    await grant(old, request({ memberId: 'one', ...shown }));
    await old.close();
    // The member claimed again, in a ledger that knew of nothing.
    const between = sqliteLedger(second);
    await grant(between, request({ memberId: 'one', now: LATER }));
    await between.useNonce({ id: 'event', expiresAt: LATER });
    await bringBack(between, first);
    await between.close();
    const moved = sqliteLedger(third);
    await bringBack(moved, second);
    const next = request({ memberId: 'two', now: LATER });
    assert.deepEqual(await moved.reserve({ ...next, uses: [code] }), { kind: 'used', id: 'code' });
    assert.equal((await moved.reserve({ ...next, links: [address] })).kind, 'linked');
    assert.equal(await moved.useNonce({ id: 'event', expiresAt: LATER }), false);
    await moved.close();
  });

  it('has what belongs to a member by a later claim than the first, which came to nothing', async () => {
    using home = folder();
    const path = newFile(home);
    const lost = sqliteLedger(path);
    const links = [{ family: 'eip155', value: '0x01', isOnly: true }];
    const showing = (memberId: string, action: string) => request({ memberId, action, links });
    const first = reserved(await lost.reserve(showing('ada', 'one')));
    await grant(lost, showing('ada', 'two'));
    await lost.settle(first.id, 0, RELEASED, NOON);
    await lost.close();
    const ledger = sqliteLedger(':memory:');
    await bringBack(ledger, path);
    assert.equal((await ledger.links({ memberId: 'ada' })).length, 1);
    assert.equal((await ledger.reserve(showing('ben', 'one'))).kind, 'linked');
    await ledger.close();
  });

  it('has what was used up in a ledger of an older version', async () => {
    using home = folder();
    const [path, into] = [newFile(home), join(home.path, 'into.db')];
    createSqliteLedger(into);
    const [idempotency, uses] = [{ key: 'key', fingerprint: 'one' }, [{ id: 'code', expiresAt: LATER }]];
    const lost = sqliteLedger(path);
    const wantedThen = request({ memberId: 'one', idempotency, uses });
    await grant(lost, wantedThen);
    await lost.useNonce({ id: 'event', expiresAt: LATER });
    await lost.close();
    {
      using db = new DatabaseSync(path);
      db.exec('ALTER TABLE nonces RENAME TO one_time; ALTER TABLE idempotency_keys RENAME TO presses');
    }
    const ledger = sqliteLedger(into);
    await bringBack(ledger, path);
    assert.equal((await ledger.reserve(request({ memberId: 'two', uses }))).kind, 'used');
    assert.equal(await ledger.useNonce({ id: 'event', expiresAt: LATER }), false);
    assert.equal((await ledger.replay(keyedRequestOf(wantedThen)))?.kind, 'replayed');
    await ledger.close();
  });

  it('has links of members, of whom it knows who has been forgotten', async () => {
    using home = folder();
    const path = newFile(home);
    const lost = sqliteLedger(path);
    for (const [memberId, value] of [
      ['ada', '0x01'],
      ['ben', '0x02'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await grant(lost, request({ memberId, links: [{ family: 'eip155', value, isOnly: true }] }));
    }
    await lost.forget('ada', LATER);
    await lost.close();
    const found = [];
    for await (const claims of lostClaims(path, 0)) found.push(...claims.flatMap(({ links = [] }) => links));
    const forgotten = Object.groupBy(found, ({ isPseudonym }) => (isPseudonym ? 'yes' : 'no'));
    assert.deepEqual(
      forgotten.no?.map(({ value }) => value),
      ['0x02'],
    );
    assert.match(forgotten.yes?.map(({ value }) => value).join() ?? '', /^forgotten:\w{64}$/);
  });

  for (const table of ['rules', 'nonces', 'links', 'idempotency_keys']) {
    it(`has all claims where its table ${table} cannot be read, and then says that it is damaged`, async () => {
      using home = folder();
      const path = newFile(home);
      const lost = sqliteLedger(path);
      const { id } = await grant(lost, request({ memberId: 'one' }));
      await lost.close();
      {
        using db = new DatabaseSync(path);
        db.exec(`DROP TABLE ${table}; CREATE TABLE ${table} (other TEXT)`);
      }
      const found: string[] = [];
      const read = async () => {
        for await (const claims of lostClaims(path, 0)) found.push(...claims.map((claim) => claim.id));
      };
      await assert.rejects(read, /no such column/);
      assert.deepEqual(found, [id]);
    });
  }

  it('has claims of before of which the log tells that they were taken up again and may have been given', async () => {
    using home = folder();
    const [path, copy, log] = [newFile(home), join(home.path, 'copy.db'), join(home.path, 'proxy.log')];
    const lost = sqliteLedger(path);
    await givenInPart(lost, 'part');
    backUpSqliteLedger(path, copy);
    const taken = await takeUp(lost, wanted('part', LATER));
    assert.ok(taken.kind === 'reserved');
    const { id, action, service, period, nextClaimAt, streak } = taken.claim;
    const { state, grants } = await lost.settle(id, 1, { state: 'unknown', evidence: null }, LATER);
    await lost.close();
    const about = { claim: id, action, state, service, period, nextClaimAt, streak, trace: taken.trace };
    const line = {
      ...about,
      msg: 'claim',
      time: new Date(LATER).toISOString(),
      grants: grants.map(({ order, state: became, attempts }) => ({ kind: order.kind, state: became, attempts })),
    };
    // As `docker compose logs` shows it.
    writeFileSync(log, `proxy-1  | ${JSON.stringify(line)}\n`);

    const ledger = sqliteLedger(copy);
    for await (const claims of lostClaims(log, SINCE)) {
      assert.deepEqual((await ledger.adopt(claims, BY, LATER)).decided, [id]);
    }
    await ledger.restored(null, BY, LATER);
    assert.equal((await ledger.reserve(wanted('part', LATER))).kind, 'held');
    assert.equal((await ledger.unknown()).count, 0);
    // It is in flight for as long as any, and then waits for an operator.
    await ledger.recover(LATER + HOUR);
    assert.equal((await ledger.unknown()).count, 1);
    await ledger.close();
  });
});
