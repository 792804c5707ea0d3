import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ClaimRecord, Grant, Ledger } from '../../src/ledger/index.ts';
import { sqlLedger } from '../../src/ledger/sql.ts';
import { postgresGround } from '../crash/ground.ts';
import { InstantStore } from '../explore/store.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { grantOf, LedgerModel, type ModelClaim } from './model.ts';
import { DAILY, HOUR, NOON, POINTS, points, request, ROLE } from '../../src/ledger/conformance/requests.ts';

/** How many sequences are tried. */
const RUNS = Number(process.env['LEDGER_RUNS'] ?? 400);
/** Fewer on PostgreSQL, where a sequence takes longer. */
const POSTGRES_RUNS = Math.ceil(RUNS / 50);

const GRANTS: Grant[][] = [[POINTS], [ROLE], [POINTS, ROLE], [points(25), ROLE]];

const TOKENS: string[] = ['t1', 't2', 't3', 't4', 't5'];

const cap = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: undefined });

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      memberId: fc.constantFrom('a', 'b', 'c'),
      action: fc.constantFrom('daily', 'meetup'),
      grants: fc.constantFrom(...GRANTS),
      key: fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: null }),
      fingerprint: fc.constantFrom('f', 'f', 'g'),
      tokens: fc.oneof(fc.constant<string[]>([]), fc.uniqueArray(fc.constantFrom(...TOKENS), { maxLength: 2 })),
      capacity: cap(3),
      actionBudget: cap(40),
      totalBudget: cap(60),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const), claim: fc.nat(), grant: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      claim: fc.nat(),
      grant: fc.nat(1),
      state: fc.constantFrom('granted' as const, 'refused' as const, 'released' as const, 'unknown' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 20_000, 13 * HOUR) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('recover' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      claim: fc.nat(),
      state: fc.constantFrom('granted' as const, 'released' as const),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Runs the steps on a ledger and on the model, and compares all that can be seen after each. */
async function compare(ledger: Ledger, steps: Step[]): Promise<void> {
  const model = new LedgerModel();
  const ids: string[] = [];
  let now = NOON;
  const pick = (n: number): ModelClaim | undefined => model.claims[n % Math.max(1, model.claims.length)];
  const id = (claim: ModelClaim) => ids[claim.number] ?? 'missing';

  for (const one of steps) {
    const deadline = now + 15_000;
    if (one.do === 'wait') now += one.ms;
    else if (one.do === 'recover') assert.equal((await ledger.recover(now)).length, model.recover(now));
    else if (one.do === 'reserve') {
      const { memberId, action, grants, key, fingerprint, tokens, capacity, actionBudget, totalBudget } = one;
      const wanted = request({
        memberId,
        action,
        now,
        deadline,
        rule: DAILY,
        grants,
        idempotency: key === null ? null : { key, fingerprint },
        uses: tokens.map((token) => ({ id: token, expiresAt: Number.MAX_SAFE_INTEGER })),
        caps: {
          ...(capacity && { capacity }),
          ...(actionBudget && { actionBudget }),
          ...(totalBudget && { totalBudget }),
        },
      });
      const expected = model.reserve(wanted);
      const asked = await ledger.reserve(wanted);
      const actual = asked.kind === 'incomplete' ? await ledger.reserve({ ...wanted, claimId: asked.claim.id }) : asked;
      assert.equal(actual.kind, expected.kind);
      if ('cap' in expected) assert.equal('cap' in actual && actual.cap, expected.cap);
      if ('claim' in expected && 'claim' in actual) {
        ids[expected.claim.number] ??= actual.claim.id;
        assert.equal(actual.claim.id, id(expected.claim));
      }
    } else {
      const claim = pick(one.claim);
      if (!claim) continue;
      if (one.do === 'resolve') {
        model.resolve(claim, one.state);
        await ledger.resolve(id(claim), { state: one.state, who: 'ada', why: 'model' }, now);
      } else if (!grantOf(claim, one.grant)) {
        continue;
      } else if (one.do === 'send') {
        assert.equal(
          await ledger.send(id(claim), one.grant, { now, deadline }),
          model.send(claim, one.grant, deadline),
        );
      } else {
        model.settle(claim, one.grant, one.state);
        await ledger.settle(id(claim), one.grant, { state: one.state, evidence: null }, now);
      }
    }
  }

  for (const claim of model.claims) {
    const record: ClaimRecord | null = await ledger.find(id(claim));
    assert.equal(record?.state, model.state(claim));
    assert.deepEqual(
      record?.grants.map(({ index, order, state }) => ({ index, order, state })),
      claim.grants.map(({ index, order, state }) => ({ index, order, state })),
    );
    const [first] = claim.grants;
    const last = (await ledger.history(id(claim))).filter(({ grant }) => grant === first?.index).at(-1);
    assert.equal(last?.to, first?.state, 'the history ends where the grant is');
  }
  for (const action of ['daily', 'meetup']) {
    assert.equal(await ledger.seatsTaken(action), model.seats(action));
    assert.equal(await ledger.pointsHeld({ action }), model.spent(action));
  }
}

describe('the ledger and a plain model of it', () => {
  it(`agree on SQLite after every step of ${RUNS} random sequences`, async () => {
    const store = new InstantStore();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
        store.empty();
        await compare(sqlLedger(store), steps);
      }),
      { numRuns: RUNS },
    );
  });

  it(`agree on PostgreSQL after every step of ${POSTGRES_RUNS} random sequences`, async () => {
    await using server = await openDatabases();
    const { next, close } = await postgresGround(await server.createDatabase());
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
          const [ledger] = await next();
          await compare(ledger, steps);
        }),
        { numRuns: POSTGRES_RUNS },
      );
    } finally {
      await close();
    }
  });
});
