import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openDatabases } from '../support/databases/databases.ts';
import { crashLoop } from './loop.ts';
import { setScene } from './scene.ts';
import { createStore } from './store.ts';

/** How often the proxy is killed, half of it on each store. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 8);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);

const scene = setScene('crash');

describe('a proxy that is killed while it serves', () => {
  it('breaks no invariant on SQLite', async (t) => {
    const { broken, summary } = await crashLoop({
      store: await createStore(join(scene.home, 'claims.db')),
      kills: KILLS / 2,
      seed: SEED,
      script: scene.script,
    });
    t.diagnostic(`seed ${SEED}: ${summary}`);
    assert.deepEqual(broken, [], `seed ${SEED}`);
  });

  it('breaks no invariant on SQLite on a thread of its own', async (t) => {
    const { broken, summary } = await crashLoop({
      store: await createStore(join(scene.home, 'thread.db')),
      kills: Math.ceil(KILLS / 20),
      seed: SEED + 2,
      thread: true,
      // The thread is started by the path of its file, which a bundle does not have.
      script: fileURLToPath(new URL('proxy-process.ts', import.meta.url)),
    });
    t.diagnostic(`seed ${SEED + 2}: ${summary}`);
    assert.deepEqual(broken, [], `seed ${SEED + 2}`);
  });

  it('breaks no invariant on PostgreSQL', async (t) => {
    await using server = await openDatabases();
    const store = await server.createLedger();
    const { broken, summary } = await crashLoop({ store, kills: KILLS / 2, seed: SEED + 1, script: scene.script });
    t.diagnostic(`seed ${SEED + 1}: ${summary}`);
    assert.deepEqual(broken, [], `seed ${SEED + 1}`);
  });
});
