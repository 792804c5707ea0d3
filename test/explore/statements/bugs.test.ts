import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { allOr } from '../../support/thorough.ts';
import { explore, play } from '../explore.ts';
import { SAID, STATEMENT_BUGS } from './bugs.ts';
import { told } from './each-order.ts';
import { openGround } from './open-ground.ts';
import { PAIRS, pairOf } from './pairs.ts';
import { beginningOf } from './transactions.ts';

const ground = openGround();
const BUGS = Object.entries(STATEMENT_BUGS);
/** One that the tables show, and one that the answers show. */
const FEW = new Set(['a member is not locked', 'a nonce is theirs who take it last']);

describe('the explorer of statements', () => {
  for (const [bug, made] of allOr(
    BUGS.filter(([name]) => FEW.has(name)),
    BUGS,
  )) {
    it(`finds that ${bug}`, async (t: TestContext) => {
      for (const name of new Set([made.shownIn, ...Object.keys(PAIRS)])) {
        // oxlint-disable-next-line no-await-in-loop -- the next pair is of no interest where this one shows it
        const begin = await beginningOf(ground(), pairOf(name), made);
        // oxlint-disable-next-line no-await-in-loop -- see above
        const found = await explore(begin, { isEnough: ({ failure }) => failure !== null });
        if (!found.failure) continue;
        const { schedule, broken } = found.failure;
        assert.equal(broken[0], SAID[bug]);
        t.diagnostic(`after ${found.schedules} schedules: ${broken[0]}: ${told(name, schedule, bug)}`);
        // oxlint-disable-next-line no-await-in-loop -- see above
        assert.deepEqual(await play(begin, schedule), { schedule, broken });
        return;
      }
      assert.fail('no order of statements shows it');
    });
  }
});
