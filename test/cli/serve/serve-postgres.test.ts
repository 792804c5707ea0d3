import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Client } from 'pg';
import type { Claim } from '../../../src/contract/index.ts';
import { createStore, openStore } from '../../crash/store.ts';
import { until } from '../../proxy/support/transport.ts';
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts';
import { startRelay } from '../../support/http/relay.ts';
import { PATIENT } from '../../support/http/patient.ts';
import { folderWith, type Running, start } from '../command.ts';
import { type StubService, stubService } from '../stub-service.ts';
import { itInFull } from '../../support/thorough.ts';

const ORIGIN = 'https://example.org';
const CONFIG = `import { defineConfig, env } from 'rewards-proxy';
export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY'), ...${JSON.stringify(PATIENT)}, maxConcurrency: 64 },
  origins: ['${ORIGIN}'],
  limits: false,
  actions: { daily: { title: 'Daily check-in', repeats: 'once', points: 10, remark: 'Daily check-in' } },
});`;
/** Long enough for a busy machine where an answer comes, and soon over where none does. */
const SOON = 'connect_timeout=4&statement_timeout=4000&lock_timeout=2000&idle_in_transaction_session_timeout=2000';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server[Symbol.asyncDispose]());

/** Serves claims from the ledger at that address, which may say how long its server is waited for. */
async function serve(t: TestContext, service: StubService, db: string): Promise<Running> {
  const cwd = await folderWith(t, { 'rewards.config.ts': CONFIG, key: 'canary-key-1\n' });
  const env = { REWARDS_BASE_URL: service.url, REWARDS_API_KEY_FILE: join(cwd, 'key'), REWARDS_DB: db };
  const proxy = start(t, ['serve', '--port', '0'], { cwd, env });
  await proxy.url();
  return proxy;
}

async function ask(proxy: Running, path: string, body?: object): Promise<{ status: number; body: Partial<Claim> }> {
  const response = await fetch(`${await proxy.url()}/rewards${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', origin: ORIGIN },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Partial<Claim> };
}

const claim = (proxy: Running, n = 0) =>
  ask(proxy, '/actions/daily/claims', { memberId: `1048273615902${String(n).padStart(6, '0')}` });

/** Resolves when each of the claims is at the service. Throws where one was answered without that. */
async function inFlight(service: StubService, presses: readonly Promise<unknown>[]): Promise<void> {
  const answered = Promise.race(presses).then((answer) => {
    throw new Error(`a claim was answered before the service was: ${JSON.stringify(answer)}`);
  });
  await Promise.race([service.called(presses.length), answered]);
}

const inState = async (db: string, state: 'granted' | 'released' | 'pending') => {
  const ledger = openStore(db);
  try {
    return (await ledger.list({ state, limit: 1000 })).length;
  } finally {
    await ledger.close();
  }
};

describe('rewards serve on PostgreSQL', () => {
  it('answers for its health, refuses claims and stops while the server says nothing', async (t) => {
    const service = await stubService(t);
    const url = new URL(await createStore(await server.createDatabase()));
    await using relay = await startRelay({ host: url.hostname, port: Number(url.port) });
    url.port = String(relay.port);
    const proxy = await serve(t, service, `${url.href}?${SOON}`);
    assert.equal((await claim(proxy)).status, 201);
    relay.silence();
    const health = ask(proxy, '/health');
    assert.equal((await claim(proxy, 1)).status, 500);
    assert.equal((await health).status, 503);
    relay.resume();
    await until(async () => (await ask(proxy, '/health')).status === 200);
    assert.equal((await claim(proxy, 1)).status, 201);
    relay.silence();
    const cut = claim(proxy, 2).catch(() => 'cut');
    await proxy.printed(/"status":500|the ledger does not work/);
    assert.equal(await proxy.stop(), 0);
    await cut;
    assert.equal(service.calls.length, 2);
  });

  itInFull('goes on after somebody else had its tables locked', async (t) => {
    const service = await stubService(t);
    const db = await createStore(await server.createDatabase());
    const proxy = await serve(t, service, `${db}?${SOON}`);
    assert.equal((await claim(proxy)).status, 201);
    const admin = new Client(db);
    await admin.connect();
    await admin.query('BEGIN; LOCK TABLE rewards.grants IN ACCESS EXCLUSIVE MODE');
    assert.equal((await claim(proxy, 1)).status, 500);
    await admin.query('ROLLBACK');
    await admin.end();
    assert.equal((await claim(proxy, 1)).status, 201);
    assert.equal((await ask(proxy, '/health')).status, 200);
  });

  it('loses no outcome of twenty claims in flight where the server is gone when they come', async (t) => {
    await using own = await startPostgres();
    const service = await stubService(t);
    const db = await createStore(await own.createDatabase());
    const proxy = await serve(t, service, db);
    const answer = service.hold();
    const presses = Array.from({ length: 20 }, (_, n) => claim(proxy, n));
    await inFlight(service, presses);
    await own.down();
    answer();
    const answers = await Promise.all(presses);
    assert.deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.status}`)), new Set(['202 pending']));
    assert.equal((await ask(proxy, '/health')).status, 503);
    await own.up();
    for (const { body } of answers) {
      await until(async () => (await ask(proxy, `/claims/${body.id}`)).body.status === 'granted');
    }
    assert.equal(await inState(db, 'granted'), 20);
    assert.equal(service.calls.length, 20);
    assert.equal(await proxy.stop(), 0);
  });

  itInFull('waits when it is stopped until the server is back to hear of an outcome', async (t) => {
    await using own = await startPostgres();
    const service = await stubService(t);
    const db = await createStore(await own.createDatabase());
    const proxy = await serve(t, service, db);
    const answer = service.hold();
    const press = claim(proxy);
    await inFlight(service, [press]);
    await own.down();
    answer();
    await proxy.printed(/it is kept, and tried again/);
    proxy.child.kill('SIGTERM');
    await proxy.printed(/"msg":"stopping/);
    await own.up();
    assert.equal(await proxy.ended, 0);
    await press.catch(() => 'cut');
    assert.equal(await inState(db, 'granted'), 1);
  });

  itInFull('stops all the same where the server does not come back, and leaves the outcome in its log', async (t) => {
    await using own = await startPostgres();
    const service = await stubService(t);
    const db = await createStore(await own.createDatabase());
    const proxy = await serve(t, service, `${db}?${SOON}`);
    const answer = service.hold();
    const press = claim(proxy);
    await inFlight(service, [press]);
    await own.freeze();
    answer();
    proxy.child.kill('SIGTERM');
    assert.equal(await proxy.ended, 0);
    await press.catch(() => 'cut');
    assert.match(
      proxy.stdout,
      /"settlement":\{"state":"granted".*the outcome of a call (is lost|could not be recorded)/,
    );
  });
});
