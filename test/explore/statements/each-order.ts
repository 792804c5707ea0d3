import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { explore } from '../explore.ts';
import type { Ground } from './ground.ts';
import { type Pair, PAIRS } from './pairs.ts';
import { beginningOf } from './transactions.ts';

/** The same as the test says it, and how to see it again. */
export const told = (scene: string, schedule: readonly string[], bug = '') =>
  `npm run explore -- --scene "${scene}"${bug && ` --bug "${bug}"`} --play '${JSON.stringify(schedule)}'`;

export const pairOf = (name: string): Pair => PAIRS[name] ?? assert.fail(`there is no ${name}`);

/** Declares that no order of statements breaks anything where two do that. */
export function holdsInEachOrder(name: string, ground: () => Ground): void {
  it(name, async (t: TestContext) => {
    const { failure, schedules, states, ends } = await explore(await beginningOf(ground(), pairOf(name)));
    t.diagnostic(`${schedules} schedules, ${states} states, ${ends} ends`);
    if (failure) assert.deepEqual(failure.broken, [], told(name, failure.schedule));
    assert.ok(schedules > 1, 'several orders');
  });
}
