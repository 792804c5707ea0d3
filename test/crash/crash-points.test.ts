import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Databases, openDatabases } from '../support/databases/databases.ts';
import { allOr } from '../support/thorough.ts';
import { type Course, COURSES } from './courses.ts';
import { crashAt } from './crash-point.ts';
import { type Ground, postgresGround, sqliteGround } from './ground.ts';
import { type Bug, BUGS } from './seeded-bugs.ts';

/** Courses that are run at once, each on a store of its own. */
const LANES = 3;

// Where there is one, a disk in memory: what has to survive here is the end of a process, not of the machine.
const home = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rewards-crash-points-'));
let server: Databases;
before(async () => {
  server = await openDatabases();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

const STORES: Record<string, () => Promise<Ground>> = {
  SQLite: async () => sqliteGround(home),
  PostgreSQL: async () => postgresGround(await server.createDatabase()),
};

/**
 * Runs the course to its end, and then lets a proxy die at each of its steps in turn. What the calls will come to makes no difference to a step before
 * them, so a step with the same past is not tried again for another course. Returns how many runs there were, and what was wrong.
 */
async function crashEverywhere(
  ground: Ground,
  course: Course,
  { tried, bug }: { tried: Set<string>; bug?: Bug },
): Promise<{ runs: number; broken: string[] }> {
  const broken: string[] = [];
  let runs = 0;
  const run = async (step: string | null, late: boolean) => {
    const report = await crashAt(await ground.next(), { ...course, step, late, bug });
    runs += 1;
    broken.push(...report.broken.map((text) => `${step}${late ? ', executed late' : ''}: ${text}`));
    return report;
  };
  const { steps } = await run(null, false);
  for (const { name, past } of steps) {
    const point = [course.action, past, name].join('; ');
    if (tried.has(point)) continue;
    tried.add(point);
    const { onTheWay } = await run(name, false);
    if (onTheWay) await run(name, true);
  }
  return { runs, broken };
}

/** The steps of a claim are the same on each store; what SQL makes of them is the ledger's own suite. */
const TRIED = allOr(['SQLite'], Object.keys(STORES));

for (const [store, open] of Object.entries(STORES).filter(([name]) => TRIED.includes(name))) {
  describe(`${store}: a proxy dies at any step of a claim, and the next one takes over`, { concurrency: LANES }, () => {
    const tried = new Set<string>();
    const grounds: Ground[] = [];
    let free: Ground[] = [];
    let total = 0;
    before(async () => {
      while (grounds.length < LANES) grounds.push(await open());
      free = [...grounds];
    });
    after(async () => {
      await Promise.all(grounds.map(({ close }) => close()));
      console.log(`${store}: ${total} combinations of a step and what the calls came to`);
    });
    for (const course of COURSES) {
      it(course.name, async () => {
        const ground = free.pop();
        assert.ok(ground);
        try {
          const { runs, broken } = await crashEverywhere(ground, course, { tried });
          total += runs;
          assert.deepEqual(broken, []);
        } finally {
          free.push(ground);
        }
      });
    }
  });
}

describe('the enumeration catches a proxy in which', () => {
  for (const [name, bug] of Object.entries(BUGS)) {
    it(name, async (t) => {
      const ground = sqliteGround(home);
      const tried = new Set<string>();
      try {
        for (const course of COURSES) {
          const { broken } = await crashEverywhere(ground, course, { tried, bug });
          if (broken.length === 0) continue;
          t.diagnostic(`${course.name}: ${broken[0]}`);
          return;
        }
        assert.fail('not caught');
      } finally {
        await ground.close();
      }
    });
  }
});
