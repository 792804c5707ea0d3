import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { ClaimRecord, Ledger } from '../../src/ledger/index.ts';
import { createSender } from '../../src/proxy/deliveries/index.ts';
import { Secrets } from '../../src/proxy/monitoring/secrets.ts';
import { type Received, SECRET, startReceiver, status, verified } from '../proxy/deliveries/receiver.ts';
import { until } from '../proxy/support/transport.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { isThorough, repeats } from '../support/thorough.ts';
import { allClaims } from './invariants.ts';
import { crashLoop, type ToldReceiver } from './loop.ts';
import { seededRandom } from './random.ts';
import { setScene } from './scene.ts';
import { createStore, openStore } from './store.ts';

const KILLS = Number(process.env['DELIVERY_KILLS'] ?? (isThorough ? 100 : 5));
const SEED = Number(process.env['DELIVERY_SEED'] ?? Date.now() % 2 ** 31);
/** Past every wait, and every time in which a dead process has a delivery to itself. */
const LATER_MS = 48 * 3_600_000;

const scene = setScene('deliveries');

/** Sends what is left, as the next process would. */
async function sendTheRest(ledger: Ledger, url: string): Promise<void> {
  const quiet = (): void => {};
  const sender = createSender({
    receivers: { told: { url, secret: SECRET, types: ['claim.granted'], memberIds: false } },
    ledger,
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    secrets: new Secrets(),
    failed: quiet,
    now: () => Date.now() + LATER_MS,
  });
  await until(async () => {
    sender.wake();
    const counts = await ledger.deliveryCounts();
    return counts.every(({ waiting }) => waiting === 0);
  });
  await sender.close();
}

/** What is wrong with what the receiver was told of the claims, in words. */
function flaws(claims: readonly ClaimRecord[], received: readonly Received[]): string[] {
  const bodies = new Map<string, string>();
  const latest = new Map<string, { sequence: number; type: string }>();
  const found: string[] = [];
  for (const { id, body, headers, event } of received) {
    if (!verified(headers, body, SECRET)) found.push(`${id} is not signed`);
    if ((bodies.get(id) ?? body) !== body) found.push(`${id} says another thing the second time`);
    bodies.set(id, body);
    const claim = String(event.data['id']);
    const sequence = Number(event.data['sequence']);
    if (sequence > (latest.get(claim)?.sequence ?? -1)) latest.set(claim, { sequence, type: event.type });
  }
  for (const { id, state } of claims) {
    const told = latest.get(id)?.type ?? 'nothing';
    if (told !== `claim.${state}`) found.push(`claim ${id} is ${state}, and the last that was told of it is ${told}`);
  }
  return found;
}

async function killAndTell(t: TestContext, store: string): Promise<void> {
  const random = seededRandom(SEED);
  let works = false;
  const watched: ToldReceiver = { url: '', watch: () => {} };
  const { url, received } = await startReceiver(t, (response) => {
    watched.watch();
    if (works || random.chance(0.6)) status(response, 204);
    else if (random.chance(0.5)) status(response, 500);
    else response.socket?.resetAndDestroy();
  });
  watched.url = url;
  const { broken, summary } = await crashLoop({
    store,
    kills: KILLS,
    seed: SEED,
    script: scene.script,
    receiver: watched,
  });
  assert.deepEqual(broken, [], `seed ${SEED}`);
  works = true;
  const ledger = openStore(store);
  try {
    const early = received.length;
    await sendTheRest(ledger, url);
    const claims = await allClaims(ledger);
    const distinct = new Set(received.map(({ id }) => id)).size;
    t.diagnostic(
      `seed ${SEED}: ${summary}; ${received.length} messages of ${distinct} events, ${received.length - early} after the last kill`,
    );
    assert.deepEqual(flaws(claims, received), [], `seed ${SEED}`);
    assert.deepEqual(await ledger.deliveries({ state: 'failed' }), []);
    assert.ok(early > 0, 'nothing was told while they were killed');
  } finally {
    await ledger.close();
  }
}

describe('those who are told of claims by proxies that are killed again and again', () => {
  it('are told in the end of every claim what it came to, on SQLite', async (t) => {
    await killAndTell(t, await createStore(join(scene.home, 'claims.db')));
  });

  repeats(['ledger/postgres', 'crash/crash'], () => {
    it('are told in the end of every claim what it came to, on PostgreSQL', async (t) => {
      await using server = await openDatabases();
      await killAndTell(t, await server.createLedger());
    });
  });
});
