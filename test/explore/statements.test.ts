import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type Databases, openDatabases } from '../support/databases.ts';
import { allOr } from '../support/thorough.ts';
import { explore, play } from './explore.ts';
import { STATEMENT_BUGS } from './statements/bugs.ts';
import { Ground } from './statements/ground.ts';
import { type Pair, PAIRS } from './statements/pairs.ts';
import { beginningOf } from './statements/transactions.ts';

let databases: Databases;
let ground: Ground;
before(async () => {
  databases = await openDatabases();
  ground = await Ground.open(await databases.createDatabase());
});
after(async () => {
  await ground[Symbol.asyncDispose]();
  await databases[Symbol.asyncDispose]();
});

/** The same as the test says it, and how to see it again. */
const told = (scene: string, schedule: readonly string[], bug = '') =>
  `npm run explore -- --scene "${scene}"${bug && ` --bug "${bug}"`} --play '${JSON.stringify(schedule)}'`;

const pairOf = (name: string): Pair => PAIRS[name] ?? assert.fail(`there is no ${name}`);

/** One for each thing that two transactions can wait for each other for. */
const FEW = [
  'two reserve one slot by one key',
  'two reserve the last seat',
  'two consume from two buckets, each from another first',
  'settle as refused and recover, where there is a claim in doubt that gives a role besides',
  'settle as granted and resolve as released, where there is a claim in doubt',
  'two spend one nonce',
  'take up and settle, late',
];

describe('no order of the statements of two transactions on PostgreSQL breaks an invariant where', () => {
  for (const name of allOr(FEW, Object.keys(PAIRS))) {
    it(name, async (t: TestContext) => {
      const { failure, schedules, states, ends } = await explore(await beginningOf(ground, pairOf(name)));
      t.diagnostic(`${schedules} schedules, ${states} states, ${ends} ends`);
      if (failure) assert.deepEqual(failure.broken, [], told(name, failure.schedule));
      assert.ok(schedules > 1, 'several orders');
    });
  }
});

describe('the explorer of statements', () => {
  it('comes to all states and ends, though it leaves out most orders', async () => {
    const begin = await beginningOf(
      ground,
      pairOf('settle as granted and resolve as released, where there is a claim in doubt'),
    );
    const some = await explore(begin);
    const all = await explore(begin, { whole: true });
    assert.ok(some.schedules < all.schedules);
    assert.deepEqual([some.states, some.ends], [all.states, all.ends]);
  });

  it('has each of two give way that wait for each other', async () => {
    const begin = await beginningOf(ground, pairOf('two consume from two buckets, each from another first'));
    for (const who of ['A', 'B']) {
      const schedule = [
        'A BEGIN',
        'A INSERT allowances',
        'B BEGIN',
        'B INSERT allowances',
        'B INSERT allowances',
        'A INSERT allowances',
      ];
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const played = await play(begin, [...schedule, `${who} gives way`]);
      assert.ok([`${who} gives way`, `${who} ROLLBACK`].every((step) => played.schedule.includes(step)));
      assert.deepEqual(played.broken, []);
    }
  });

  for (const [bug, made] of allOr(Object.entries(STATEMENT_BUGS).slice(0, 1), Object.entries(STATEMENT_BUGS))) {
    it(`finds that ${bug}`, async (t: TestContext) => {
      for (const [name, pair] of Object.entries(PAIRS)) {
        // oxlint-disable-next-line no-await-in-loop -- the next pair is of no interest where this one shows it
        const begin = await beginningOf(ground, pair, made);
        // oxlint-disable-next-line no-await-in-loop -- see above
        const found = await explore(begin, { isEnough: ({ failure }) => failure !== null });
        if (!found.failure) continue;
        const { schedule, broken } = found.failure;
        t.diagnostic(`after ${found.schedules} schedules: ${broken[0]}: ${told(name, schedule, bug)}`);
        // oxlint-disable-next-line no-await-in-loop -- see above
        assert.deepEqual(await play(begin, schedule), { schedule, broken });
        return;
      }
      assert.fail('no order of statements shows it');
    });
  }
});
