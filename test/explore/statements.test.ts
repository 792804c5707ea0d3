import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allOr } from '../support/thorough.ts';
import { explore, play } from './explore.ts';
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
  it('comes to all states and ends, though it leaves out most orders', async () => {
    const begin = await beginningOf(
      ground(),
      pairOf('settle as granted and resolve as released, where there is a claim in doubt'),
    );
    const some = await explore(begin);
    const all = await explore(begin, { whole: true });
    assert.ok(some.schedules < all.schedules);
    assert.deepEqual([some.states, some.ends], [all.states, all.ends]);
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
