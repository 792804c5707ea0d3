import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Exploration } from '../explore.ts';

/** The same as the test says it, and how to see it again. */
export const told = (scene: string, schedule: readonly string[], bug = '') =>
  `npm run explore -- --scene "${scene}"${bug && ` --bug "${bug}"`} --play '${JSON.stringify(schedule)}'`;

/** Declares that no order of statements breaks anything where two do that. */
export function holdsInEachOrder(name: string, explorePair: (name: string) => Promise<Exploration>): void {
  it(name, async (t: TestContext) => {
    const { failure, schedules, states, ends } = await explorePair(name);
    t.diagnostic(`${schedules} schedules, ${states} states, ${ends} ends`);
    if (failure) assert.deepEqual(failure.broken, [], told(name, failure.schedule));
    assert.ok(schedules > 1, 'several orders');
  });
}
