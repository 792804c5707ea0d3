import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { BIN } from '../cli/command.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { isThorough, repeats } from '../support/thorough.ts';
import { GiftRun } from './gift-file.ts';
import { seededRandom } from './random.ts';
import { createStore } from './store.ts';

const LINES = Number(process.env['GIFT_LINES'] ?? (isThorough ? 1000 : 90));
const KILLS = Number(process.env['GIFT_KILLS'] ?? (isThorough ? 20 : 2));
const SEED = Number(process.env['GIFT_SEED'] ?? Date.now() % 2 ** 31);

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-gifts-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Kills the run again and again, then lets it end, has somebody look at what nobody knows, and gives the file once more. */
async function killAndAccount(t: TestContext, folder: string, store: string): Promise<void> {
  await using gifts = await GiftRun.begin({ folder, store, lines: LINES, random: seededRandom(SEED), bin: BIN });
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) if (await gifts.startAndKill(KILLS)) killed += 1;
  const paid = gifts.executions.size;
  const { report } = await gifts.finish();
  const open = [report['unknown'], report['pending']].flatMap((lines) => (Array.isArray(lines) ? lines : []));
  assert.equal(Number(report['granted']) + Number(report['alreadyGiven']) + open.length, LINES, JSON.stringify(report));
  assert.deepEqual({ refused: report['refused'], left: report['left'] }, { refused: [], left: 0 });
  assert.deepEqual(gifts.flaws(), [], `seed ${SEED}`);
  const decided = await gifts.decide();
  const last = await gifts.finish();
  t.diagnostic(
    `seed ${SEED}: killed ${killed} times, ${paid} paid by then; ${decided} decided on, ${String(last.report['granted'])} given after that`,
  );
  assert.deepEqual(gifts.flaws(), [], `seed ${SEED}`);
  assert.equal(gifts.executions.size, LINES, `seed ${SEED}`);
  assert.equal(last.code, 0);
  assert.equal(Number(last.report['granted']) + Number(last.report['alreadyGiven']), LINES);
  assert.equal(killed, KILLS, 'it was over before the last kill');
}

describe('a file of gifts whose run is killed again and again', () => {
  it('pays each line once, and accounts for all, on SQLite', async (t) => {
    const folder = await folderFor(t);
    await killAndAccount(t, folder, await createStore(join(folder, 'rewards.db')));
  });

  // What a kill leaves there is the same: what SQL makes of each step is the ledger's own suite.
  repeats(['ledger/postgres'], () => {
    it('pays each line once, and accounts for all, on PostgreSQL', async (t) => {
      await using server = await openDatabases();
      await killAndAccount(t, await folderFor(t), await server.createLedger());
    });
  });
});

describe('a file of gifts that is given twice at the same time', () => {
  it('pays each line once', async (t) => {
    const folder = await folderFor(t);
    const store = await createStore(join(folder, 'rewards.db'));
    await using gifts = await GiftRun.begin({ folder, store, lines: 60, random: seededRandom(SEED), bin: BIN });
    await Promise.all([gifts.finish(), gifts.finish()]);
    assert.deepEqual(gifts.flaws(), []);
    assert.equal(gifts.executions.size, 60);
    const { code, report } = await gifts.finish();
    assert.deepEqual({ code, alreadyGiven: report['alreadyGiven'] }, { code: 0, alreadyGiven: 60 });
  });
});
