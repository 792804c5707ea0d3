import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type PostgresServer, startPostgres } from '../support/databases/postgres.ts';
import { smallDisk } from '../support/databases/small-disk.ts';
import { allOr, isThorough } from '../support/thorough.ts';
import { faultLoop } from './fault-loop.ts';
import type { LoopReport } from './loop.ts';
import { type Random, seededRandom } from './random.ts';
import { setScene } from './scene.ts';
import { STORE_BUGS } from './seeded-bugs.ts';
import { createStore } from './store.ts';
import { endConnections, fillDisk, moveFiles, setClocks, type Strike } from './store-faults.ts';

/** How often each kind of fault strikes; in a long run half of it where SQLite has a thread of its own. */
const STRIKES = Number(process.env['CRASH_STRIKES'] ?? (isThorough ? 6 : 4));
const IS_LONG = process.env['CRASH_STRIKES'] !== undefined;
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);
/** A bug that is not caught in so many rounds is not caught. */
const BUG_ROUNDS = 12;
/** More than the ledger and its log become. */
const DISK_BYTES = 96_000_000;

const scene = setScene('faults');
let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server[Symbol.asyncDispose]());

/** A store that is struck in one way, and by what. */
interface Struck {
  store: string;
  strike: Strike;
}

async function fileIn(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  return createStore(join(folder, 'claims.db'));
}

const KINDS = {
  async 'connections to PostgreSQL are ended'(_: TestContext, random: Random): Promise<Struck> {
    const store = await server.createLedger();
    return { store, strike: endConnections(server, store, random) };
  },
  async 'the SQLite file is moved'(_: TestContext, random: Random): Promise<Struck> {
    const store = await fileIn(join(scene.home, crypto.randomUUID()));
    return { store, strike: moveFiles(store, random) };
  },
  async 'the disk of the SQLite file is full'(t: TestContext, random: Random): Promise<Struck | null> {
    const disk = smallDisk(t, DISK_BYTES);
    return disk && { store: await fileIn(disk.path), strike: fillDisk(disk, random) };
  },
  async 'the clocks of proxies on SQLite are set'(_: TestContext, random: Random): Promise<Struck> {
    return { store: await fileIn(join(scene.home, crypto.randomUUID())), strike: setClocks(random) };
  },
  async 'the clocks of proxies on PostgreSQL are set'(_: TestContext, random: Random): Promise<Struck> {
    return { store: await server.createLedger(), strike: setClocks(random) };
  },
};
type Kind = keyof typeof KINDS;

/** Null where there is nothing that can be struck. */
async function run(
  t: TestContext,
  kind: Kind,
  options: { strikes: number; seed: number; bug?: string; thread?: boolean },
): Promise<LoopReport | null> {
  const struck = await KINDS[kind](t, seededRandom(options.seed + 2));
  // A thread is started by the path of its file, which a bundle does not have.
  const file = options.thread ? fileURLToPath(new URL('proxy-process.ts', import.meta.url)) : scene.script;
  return struck && faultLoop({ ...options, ...struck, processes: IS_LONG ? 3 : 2, script: file });
}

describe('proxies that claim on', () => {
  for (const [index, kind] of Object.keys(KINDS).entries()) {
    // What SQLite shows of clocks in a short run, PostgreSQL does too.
    if (!IS_LONG && kind === 'the clocks of proxies on PostgreSQL are set') continue;
    for (const thread of IS_LONG && kind.includes('SQLite') ? [false, true] : [false]) {
      it(`break no invariant where ${kind}${thread ? ', on a thread' : ''}`, async (t) => {
        const seed = SEED + 10 * index + Number(thread);
        const strikes = IS_LONG && kind.includes('SQLite') ? Math.ceil(STRIKES / 2) : STRIKES;
        const report = await run(t, kind as Kind, { strikes, seed, thread });
        if (!report) return;
        t.diagnostic(`seed ${seed}: ${report.summary}`);
        assert.deepEqual(report.broken, [], `seed ${seed}`);
      });
    }
  }
});

/** One of them shows that the loop sees what is wrong. */
const BUGS_TRIED = allOr(Object.keys(STORE_BUGS).slice(0, 1), Object.keys(STORE_BUGS));

describe('the loop of faults catches a proxy in which', () => {
  for (const [index, bug] of BUGS_TRIED.entries()) {
    it(bug, async (t) => {
      for (let round = 0; round < BUG_ROUNDS; round += 1) {
        const seed = SEED + 100 + index * BUG_ROUNDS + round;
        const report = await run(t, 'the SQLite file is moved', { strikes: 4, seed, bug });
        if (!report?.broken.length) continue;
        t.diagnostic(`round ${round + 1}: ${report.summary}; ${report.broken[0]}`);
        return;
      }
      assert.fail(`not caught in ${BUG_ROUNDS} rounds`);
    });
  }
});
