import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../../src/ledger/index.ts';
import { allOr } from '../support/thorough.ts';
import { explore, play } from './explore.ts';
import { STATEMENT_BUGS } from './statements/bugs.ts';
import { holdsInEachOrder } from './statements/each-order.ts';
import { openGround, openPairs } from './statements/open-ground.ts';
import { MET, OTHERS, pairOf, SHARED, TOGETHER } from './statements/pairs.ts';
import { beginningOf } from './statements/transactions.ts';

/** One for each thing that two transactions can wait for each other for. */
const FEW = [
  'two reserve one slot by one key',
  'two reserve the last seat',
  'two consume from two buckets, each from another first',
  'settle and send',
  'settle as granted and resolve as released, where there is a claim in doubt',
  'two spend one nonce',
  'take up and settle, late',
  'reserve and adopt under a pseudonym',
];

/**
 * All that there is, counted: two that wait for each other, two of which one is told that it came too late, and two of a statement each. The
 * numbers follow from the statements of a transaction, and are others once those are. Where they are as they were, the explorer has become
 * blind to something if there are fewer states or ends, and tells apart what comes to the same if there are more.
 */
const FIGURES: Readonly<Record<string, object>> = {
  'two consume from two buckets, each from another first': { schedules: 14, steps: 118, states: 48, ends: 4 },
  'settle as granted and resolve as released, where there is a claim in doubt': {
    schedules: 13,
    steps: 131,
    states: 67,
    ends: 4,
  },
  'two spend one nonce': { schedules: 5, steps: 25, states: 18, ends: 2 },
};

describe('no order of the statements of two transactions on PostgreSQL breaks an invariant where', () => {
  const explorePair = openPairs();
  for (const name of allOr(
    FEW,
    [...SHARED, ...TOGETHER, ...OTHERS, ...MET].map(([pair]) => pair),
  )) {
    holdsInEachOrder(name, explorePair);
  }
});

describe('the explorer of statements', () => {
  const ground = openGround();
  for (const [name, figures] of Object.entries(FIGURES)) {
    it(`comes to all states and ends, though it leaves out most orders, where ${name}`, async () => {
      const begin = await beginningOf(ground(), pairOf(name));
      const { schedules, steps, states, ends, failure } = await explore(begin);
      assert.deepEqual({ schedules, steps, states, ends, failure }, { ...figures, failure: null });
      const all = await explore(begin, { whole: true });
      assert.ok(schedules < all.schedules);
      assert.deepEqual([states, ends], [all.states, all.ends]);
    });
  }

  it('describes the same by the same words, though it happens at another time', async () => {
    const begin = await beginningOf(ground(), pairOf('take up and settle, late'));
    const described = async () => {
      const world = await begin();
      const words = [];
      // oxlint-disable no-await-in-loop -- one step after the other
      for (let [next] = world.choices(); next; [next] = world.choices()) {
        await world.take(next.name);
        words.push(await world.describe());
      }
      // oxlint-enable no-await-in-loop
      return words;
    };
    assert.deepEqual(await described(), await described());
  });

  it('sees what each statement commits that stands by itself, and holds it against the orders of whole transactions', async () => {
    const pair = pairOf('two consume from two buckets, each from another first');
    const bug = STATEMENT_BUGS['each statement stands by itself'];
    const { failure, ...found } = await explore(await beginningOf(ground(), pair, bug));
    assert.deepEqual(found, { schedules: 10, steps: 44, states: 20, ends: 3 });
    assert.deepEqual(failure?.broken, ['it comes to what no order of whole transactions comes to']);
  });

  it('takes for right only what begins no transaction while another is under way', async (t) => {
    const { parties } = ground();
    const quiet = ground().quiet.bind(ground());
    const together: boolean[] = [];
    t.mock.method(ground(), 'quiet', async () => {
      await quiet();
      together.push(parties.every(({ isInTransaction }) => isInTransaction));
    });
    const begin = await beginningOf(ground(), pairOf('two spend one nonce'));
    assert.ok(together.length > 0 && !together.includes(true));
    await explore(begin);
    assert.ok(together.includes(true), 'all other orders are tried thereafter');
  });

  it('has each do the same again afterwards', async () => {
    const ledger = (made: Ledger): Ledger => {
      let isUsed = false;
      return {
        ...made,
        async useNonce(nonce) {
          if (isUsed) throw new Error('it was used');
          isUsed = true;
          return made.useNonce(nonce);
        },
      };
    };
    const { broken } = await play(await beginningOf(ground(), pairOf('two spend one nonce'), { ledger }), []);
    assert.deepEqual(broken, Array(2).fill('spend fails afterwards: Error: it was used'));
  });

  it('has each of two give way that wait for each other', async () => {
    const begin = await beginningOf(ground(), pairOf('two consume from two buckets, each from another first'));
    for (const who of ['A', 'B']) {
      const schedule = [
        'A BEGIN',
        'A INSERT rate_limits',
        'B BEGIN',
        'B INSERT rate_limits',
        'B INSERT rate_limits',
        'A INSERT rate_limits',
      ];
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const played = await play(begin, [...schedule, `${who} gives way`]);
      assert.ok([`${who} gives way`, `${who} ROLLBACK`].every((step) => played.schedule.includes(step)));
      assert.deepEqual(played.broken, []);
    }
  });
});
