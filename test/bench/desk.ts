/**
 * The owner's desk before a ledger of a million claims, on SQLite and PostgreSQL: how long its first view and a search take, and what a desk
 * that is open costs claims. Rounds with one and without come in turn within one run: their ratio is what counts.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDesk } from '../../src/desk/index.ts';
import { newIdempotencyKey } from '../../src/elements/client/idempotency-key.ts';
import { claimReference, type Ledger } from '../../src/ledger/index.ts';
import { createProxy, type Handler, type Proxy } from '../../src/proxy/index.ts';
import { startPostgres } from '../support/databases/postgres.ts';
import { filledPostgres, filledSqlite } from './filled.ts';
import { memberId, shapeOf } from './growth-rows.ts';
import { median } from './statistics.ts';

const SIZE = Number(process.env['BENCH_SIZE'] ?? 1_000_000);
const STORES = (process.env['BENCH_STORES'] ?? 'sqlite,postgres').split(',');
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 12);
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 5_000);
const AT_ONCE = 64;
const SEARCHES = 50;
/** What the page asks for when it opens: it goes on to the others once it is in. */
const OPENING = ['desk', 'waiting', 'health', 'sums?days=7'];
const ORIGIN = 'https://bench.example';
const quiet = () => {};

const ms = (numbers: number[]) => `${median(numbers).toFixed(1)} ms (at most ${Math.max(...numbers).toFixed(1)})`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function proxyOn(ledger: Ledger): Proxy {
  return createProxy({
    service: { baseUrl: 'https://service.example/', apiKey: 'bench-key' },
    origins: [ORIGIN],
    limits: false,
    actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
    ledger,
    transport: async ({ body }) => {
      const form = new URLSearchParams(body);
      const data = { user_id: form.get('user_id'), points: Number(form.get('points')), remark: form.get('remark') };
      const reply = JSON.stringify({ code: 0, error: '', data, ts: 1 });
      return { status: 200, headers: new Headers({ 'content-type': 'application/json' }), body: reply, complete: true };
    },
    logger: { debug: quiet, info: quiet, warn: quiet, error: console.error },
  });
}

/** One that has looked at nothing yet. */
function newDesk(proxy: Proxy): Handler {
  return createDesk({ proxy, authorize: () => ({ name: 'Wren' }) });
}

async function ask(desk: Handler, path: string): Promise<string> {
  const response = await desk.fetch(
    new Request(`https://desk.example/api/${path}`, { headers: { 'sec-fetch-site': 'same-origin' } }),
  );
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

async function firstView(desk: Handler): Promise<void> {
  for (const path of OPENING.slice(0, 2)) await ask(desk, path);
  await Promise.all(OPENING.slice(2).map((path) => ask(desk, path)));
}

let visitor = 0;

/** Claims a second, each by a member of its own. */
async function claims(proxy: Proxy): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      visitor += 1;
      const response = await proxy.fetch(
        new Request(`${ORIGIN}/rewards/actions/daily/claims`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN, 'idempotency-key': newIdempotencyKey() },
          body: JSON.stringify({ memberId: `${9n * 10n ** 17n + BigInt(visitor)}` }),
        }),
      );
      assert.equal(response.status, 201, await response.text());
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (done / ROUND_MS) * 1000;
}

/** A desk that is opened, and then looks as often as the page does: once in the round for what waits. */
async function claimsBesideDesk(proxy: Proxy): Promise<number> {
  const desk = newDesk(proxy);
  const [perSecond] = await Promise.all([claims(proxy), firstView(desk).then(() => ask(desk, 'waiting'))]);
  return perSecond;
}

async function measure(store: string, ledger: Ledger): Promise<void> {
  const proxy = proxyOn(ledger);
  const shape = shapeOf(SIZE);
  const desk = newDesk(proxy);
  const [someClaim] = await ledger.list({ memberId: memberId(5, shape), limit: 1 });
  assert.ok(someClaim);
  const opened: number[] = [];
  for (let count = 0; count < 10; count += 1) opened.push(await timed(() => firstView(newDesk(proxy))));
  const found: Record<string, number[]> = { 'a member': [], nobody: [], 'a reference': [] };
  for (let count = 0; count < SEARCHES; count += 1) {
    found['a member']?.push(await timed(() => ask(desk, `search?q=${memberId(count * 7, shape)}`)));
    found['nobody']?.push(await timed(() => ask(desk, `search?q=${9n * 10n ** 17n + BigInt(count)}`)));
    found['a reference']?.push(await timed(() => ask(desk, `search?q=${claimReference(someClaim.id)}`)));
  }
  console.log(`${store}, ${SIZE} claims`);
  console.log(`  first view: ${ms(opened)}`);
  const looks: number[] = [];
  for (let count = 0; count < SEARCHES; count += 1) looks.push(await timed(() => ask(desk, 'waiting')));
  console.log(`  a look for what waits, as every 20 s: ${ms(looks)}`);
  for (const [what, times] of Object.entries(found)) console.log(`  search for ${what}: ${ms(times)}`);

  await claims(proxy);
  const ratios: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await claims(proxy);
    const beside = await claimsBesideDesk(proxy);
    const after = await claims(proxy);
    alone.push(before, after);
    ratios.push((2 * beside) / (before + after));
  }
  console.log(
    `  claims a second: ${median(alone).toFixed(0)}, with a desk that opens and looks in ${ROUND_MS / 1000} s: ${median(ratios).toFixed(3)} times as many`,
  );
  await proxy.close();
  await ledger.close();
}

const home = mkdtempSync(join(tmpdir(), 'rewards-desk-bench-'));
try {
  if (STORES.includes('sqlite')) {
    await measure('SQLite', await filledSqlite(join(home, 'ledger.db'), SIZE, { thread: true }));
  }
  if (STORES.includes('postgres')) {
    await using server = await startPostgres();
    await measure('PostgreSQL', await filledPostgres(await server.createDatabase(), SIZE));
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
