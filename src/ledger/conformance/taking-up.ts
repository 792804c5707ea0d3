import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClaimRecord, Grant, Ledger } from '../index.ts';
import { DAY, giving, HOUR, NOON, POINTS, points, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved, takeUp } from './bench.ts';

const OTHER_ROLE: Grant = { kind: 'role', roleId: '112233445566778899', roleName: 'Helper', remark: 'Signed up' };

/** A claim for points and a role of which one grant was granted, and the other refused. */
async function inPart(ledger: Ledger, granted: 'points' | 'role', wanted = request()): Promise<ClaimRecord> {
  const { id } = reserved(await ledger.reserve({ ...wanted, ...giving(POINTS, ROLE) }));
  const states = granted === 'points' ? (['granted', 'refused'] as const) : (['refused', 'granted'] as const);
  await ledger.settle(id, 0, { state: states[0], evidence: { status: 200 } }, NOON);
  assert.ok(await ledger.send(id, 1, wanted));
  return ledger.settle(id, 1, { state: states[1], evidence: { status: 200 } }, NOON);
}

/** What every ledger makes of a claim whose missing part is asked for again, when the action gives something else. */
export function takingUp(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: a claim that was refused in part`, () => {
    it('is named to a visitor who asks under another id, and nothing is written for them', async () => {
      await using bench = await open();
      const claim = await inPart(bench.ledger, 'points');
      const again = await bench.ledger.reserve(request(giving(POINTS, OTHER_ROLE)));
      assert.deepEqual(again, { kind: 'incomplete', claim });
      assert.deepEqual(await bench.ledger.find(claim.id), claim);
    });

    it('gets what the action gives now for what it is missing, and keeps what was granted', async () => {
      await using bench = await open();
      const { id } = await inPart(bench.ledger, 'points');
      const claim = reserved(await takeUp(bench.ledger, request(giving(points(99), OTHER_ROLE))));
      assert.deepEqual(
        claim.grants.map(({ order, state }) => [order, state]),
        [
          [POINTS, 'granted'],
          [OTHER_ROLE, 'sent'],
        ],
      );
      assert.deepEqual(await bench.ledger.find(id), claim);
      assert.equal(await bench.ledger.pointsHeld({}), 10);
    });

    it('is charged the points that are given now, and needs no seat', async () => {
      await using bench = await open();
      await inPart(bench.ledger, 'role');
      assert.equal(await bench.ledger.pointsHeld({}), 0);
      const costly = request({ caps: { actionBudget: 20, capacity: 0 }, ...giving(points(21), ROLE) });
      assert.deepEqual(await takeUp(bench.ledger, costly), { kind: 'capped', cap: 'actionBudget' });
      const { id } = reserved(await takeUp(bench.ledger, { ...costly, ...giving(points(20), ROLE) }));
      assert.equal(await bench.ledger.pointsHeld({ action: 'daily' }), 20);
      await bench.ledger.settle(id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal(await bench.ledger.pointsHeld({ action: 'daily' }), 0);
    });

    it('counts among the points of the span that it was made in', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const week = { repeats: 'weekly', timeZone: 'UTC' } as const;
      const { createdAt } = await inPart(ledger, 'role', request({ rule: week, now: NOON - DAY }));
      await grant(ledger, request({ action: 'other', now: NOON - DAY, ...giving(points(25)) }));
      const today = request({ rule: week, ...giving(points(10), ROLE) });
      const within = (since: number, until: number) => ({ caps: { memberPoints: { points: 30, since, until } } });
      const ofThatDay = { ...today, ...within(createdAt, createdAt + DAY) };
      assert.deepEqual(await takeUp(ledger, ofThatDay), { kind: 'capped', cap: 'memberPoints' });
      await grant(ledger, request({ action: 'today', ...giving(points(25)) }));
      reserved(
        await takeUp(ledger, { ...today, caps: { memberPoints: { points: 35, since: createdAt, until: NOON } } }),
      );
    });

    it('needs no budget, and no seat, for a role', async () => {
      await using bench = await open();
      await inPart(bench.ledger, 'points');
      const caps = { actionBudget: 1, totalBudget: 1, capacity: 1, memberPoints: { points: 1, since: NOON } };
      await grant(bench.ledger, request({ memberId: 'another' }));
      reserved(await takeUp(bench.ledger, request({ caps, ...giving(POINTS, OTHER_ROLE) })));
    });

    it('is whole once the action gives no more what it is missing', async () => {
      await using bench = await open();
      const { id } = await inPart(bench.ledger, 'points');
      const claim = reserved(await takeUp(bench.ledger, request(giving(POINTS))));
      assert.equal(claim.state, 'granted');
      assert.deepEqual(
        claim.grants.map(({ order, state }) => [order, state]),
        [[POINTS, 'granted']],
      );
      assert.deepEqual(await bench.ledger.find(id), claim);
      assert.equal((await bench.ledger.reserve(request(giving(POINTS, ROLE)))).kind, 'held');
      const last = (await bench.ledger.history(id)).at(-1);
      assert.match(last?.cause ?? '', /^reserve: the action gives it no more: .*"roleId":"998877665544332211"/);
    });

    it('belongs to the community that the action belongs to now', async () => {
      await using bench = await open();
      await inPart(bench.ledger, 'points');
      const { service, id } = reserved(
        await takeUp(bench.ledger, request({ service: 'new', ...giving(POINTS, ROLE) })),
      );
      assert.equal(service, 'new');
      assert.equal((await bench.ledger.find(id))?.service, 'new');
    });

    it('keeps what was filled in the last time', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = await inPart(ledger, 'points', request({ fields: { email: 'ada@exmaple.org' } }));
      const again = (fields: ClaimRecord['fields']) => takeUp(ledger, request({ fields, ...giving(POINTS, ROLE) }));
      const claim = reserved(await again({ email: 'ada@example.org' }));
      assert.deepEqual(claim.fields, { email: 'ada@example.org' });
      assert.deepEqual(await ledger.find(id), claim);
      await ledger.settle(id, 1, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual(reserved(await again(null)).fields, { email: 'ada@example.org' });
    });

    it('tells in its history what was put in the place of what, and nothing where that is the same', async () => {
      await using bench = await open();
      const { id } = await inPart(bench.ledger, 'points');
      reserved(await takeUp(bench.ledger, request(giving(POINTS, ROLE))));
      await bench.ledger.settle(id, 1, { state: 'refused', evidence: null }, NOON);
      reserved(await takeUp(bench.ledger, request({ now: NOON + HOUR, ...giving(POINTS, OTHER_ROLE) })));
      const causes = (await bench.ledger.history(id))
        .map(({ cause }) => cause)
        .filter((cause) => cause.startsWith('reserve'));
      assert.deepEqual(causes, ['reserve', 'reserve', 'reserve', `reserve: in place of ${JSON.stringify(ROLE)}`]);
    });

    it('is taken up by one of many that ask at once', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const { id } = await inPart(bench.ledger, 'points');
      const kinds = await Promise.all(
        Array.from(
          { length: 12 },
          async (_, n) =>
            (await ledgers[n % 2]?.reserve(request({ claimId: id, ...giving(POINTS, OTHER_ROLE) })))?.kind,
        ),
      );
      assert.equal(kinds.filter((kind) => kind === 'reserved').length, 1);
      assert.equal(kinds.filter((kind) => kind === 'held').length, 11);
    });
  });
}
