import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { bundleProxyProcess } from '../../crash/bundle.ts';
import { allClaims } from '../../crash/invariants.ts';
import { type Random, seededRandom } from '../../crash/random.ts';
import { createStore, openStore } from '../../crash/store.ts';
import { portOf } from '../../crash/widget.ts';
import { type Databases, openDatabases } from '../../support/databases/databases.ts';
import { allOr, isThorough } from '../../support/thorough.ts';
import { SENDERS } from './senders.ts';

/** How many events, how often each is sent, and to how many processes. */
interface Course {
  events: number;
  deliveries: number;
  processes: number;
}

const EVENTS = process.env['EVENTS_SENT'];
const COURSE: Course = EVENTS
  ? { events: Number(EVENTS), deliveries: 2, processes: 8 }
  : isThorough
    ? { events: 60, deliveries: 3, processes: 3 }
    : { events: 24, deliveries: 2, processes: 3 };
const AT_ONCE = 32;
/** Past every deadline. */
const LATER_MS = 120_000;
/** A sender that is told to send again is answered in the end: an event may be under way, or its service busy, for so many rounds at most. */
const ROUNDS = 10;

const home = mkdtempSync(join(tmpdir(), 'rewards-events-'));
let server: Databases;
let script = '';
before(async () => {
  script = await bundleProxyProcess('test/proxy/events/event-process.ts');
  server = await openDatabases();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

const STORES: Record<string, () => Promise<string>> = {
  SQLite: () => createStore(join(home, `${crypto.randomUUID()}.db`)),
  PostgreSQL: () => server.createLedger(),
};

/** A service that does what it is asked, and counts that by member: each event here is of a member of its own. */
async function startService() {
  const executions = new Map<string, number>();
  const listening = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { points, ...form } = Object.fromEntries(new URLSearchParams(body));
      const member = form['user_id'] ?? '';
      executions.set(member, (executions.get(member) ?? 0) + 1);
      const data = { ...form, points: Number(points) };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 0, error: '', data, ts: 1 }));
    });
  });
  listening.keepAliveTimeout = 0;
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (!address || typeof address === 'string') throw new Error('the service has no port');
  return {
    executions,
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      listening.close();
      listening.closeAllConnections();
      await once(listening, 'close');
    },
  };
}

/** Proxies on one store, some of which go away on the way. */
class Proxies implements AsyncDisposable {
  readonly #start: () => ChildProcess;
  #living: { child: ChildProcess; url: string }[] = [];

  constructor(store: string, service: string) {
    const args = [script, store, service];
    this.#start = () => spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  }

  async add(count: number): Promise<void> {
    const children = Array.from({ length: count }, this.#start);
    const started = children.map(async (child) => ({ child, url: `http://127.0.0.1:${await portOf(child)}` }));
    this.#living.push(...(await Promise.all(started)));
  }

  url(random: Random): string {
    return random.pick(this.#living).url;
  }

  /** Ends one of them: at once, or as it should be ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): void {
    this.#living.shift()?.child.kill(signal);
  }

  /** Resolves when all of them have it. */
  async setClocks(aheadMs: number): Promise<void> {
    await Promise.all(this.#living.map(({ child }) => (child.send(aheadMs), once(child, 'message'))));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#living.map(({ child }) => (child.kill('SIGKILL'), once(child, 'exit'))));
  }
}

function shuffled(items: readonly number[], random: Random): number[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] ?? 0, mixed[at] ?? 0];
  }
  return mixed;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** What the sender is answered: null where nothing answers, or it should send again. */
async function deliver(number: number, url: string): Promise<string | null> {
  const sent = { id: `event-${number}`, type: 'repository_dispatch', member: `member-${number}`, seconds: 0 };
  try {
    const response = await fetch(`${url}/rewards/events/shop`, { method: 'POST', ...SENDERS.github.send(sent) });
    const { outcome } = (await response.json()) as { outcome?: string };
    assert.ok(response.status < 300 || response.status === 503, `${response.status}`);
    return outcome ?? null;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return null;
  }
}

/** Sends all of them, so many at once, and returns those that should be sent again. `each` is called before each. */
async function deliverAll(
  queue: readonly number[],
  proxies: Proxies,
  random: Random,
  note: { sent?: (count: number) => void; answered?: (number: number, outcome: string) => void },
): Promise<number[]> {
  const again: number[] = [];
  const left = queue.entries();
  const work = async () => {
    for (const [count, number] of left) {
      note.sent?.(count);
      const outcome = await deliver(number, proxies.url(random));
      if (outcome === null) again.push(number);
      else note.answered?.(number, outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return again;
}

/** Sends all of them, and those that should be sent again, each time later, until there are none. */
async function deliverToTheEnd(
  queue: readonly number[],
  proxies: Proxies,
  random: Random,
  answered: (number: number, outcome: string) => void,
): Promise<void> {
  let left = queue;
  for (let round = 1; left.length > 0; round += 1) {
    assert.ok(round <= ROUNDS, `never answered: ${left.join(', ')}`);
    // oxlint-disable-next-line no-await-in-loop -- one round after the other
    await proxies.setClocks(round * LATER_MS);
    // oxlint-disable-next-line no-await-in-loop -- see above
    left = [...new Set(await deliverAll(left, proxies, random, { answered }))];
  }
}

// What SQL makes of each step is the ledger's own suite, and `test/crash/crash` kills proxies on PostgreSQL.
for (const [name, create] of allOr(Object.entries(STORES).slice(0, 1), Object.entries(STORES))) {
  const { events, deliveries, processes } = COURSE;
  describe(`${events} events, each ${deliveries} times, for ${processes} proxies on one ${name} store`, () => {
    it('are each paid at most once while half of the proxies are killed and one is stopped, and once in the end', async (t) => {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
      t.diagnostic(`seed ${seed}`);
      const random = seededRandom(seed);
      await using service = await startService();
      const store = await create();
      await using proxies = new Proxies(store, service.url);
      await proxies.add(processes);
      const all = numbers(events);
      const queue = shuffled(Array.from({ length: deliveries }, () => all).flat(), random);
      const answers = new Map<number, Set<string>>();
      const answered = (number: number, outcome: string) =>
        void answers.set(number, (answers.get(number) ?? new Set()).add(outcome));
      const paidTwice = () => [...service.executions].filter(([, times]) => times > 1);

      const kills = Math.floor(processes / 2);
      const ends = kills + 1;
      const ending = new Set(numbers(ends).map((at) => Math.floor(((at + 1) * queue.length) / (ends + 1) / 2)));
      let ended = 0;
      const again = await deliverAll(queue, proxies, random, {
        answered,
        sent(count) {
          if (ending.has(count)) proxies.end((ended += 1) > kills ? 'SIGTERM' : 'SIGKILL');
        },
      });
      assert.equal(ended, ends);
      assert.deepEqual(paidTwice(), []);

      // What the dead ones had begun is past its deadline now, and nobody knows whether it was done.
      await proxies.add(ends);
      await deliverToTheEnd(shuffled([...all, ...again], random), proxies, random, answered);
      assert.deepEqual(paidTwice(), []);

      // An operator finds out.
      const ledger = openStore(store);
      const open = (await allClaims(ledger)).filter(({ state }) => state === 'pending');
      for (const { id, memberId } of open) {
        const state = service.executions.has(memberId) ? 'granted' : 'released';
        await ledger.resolve(id, { state, who: 'operator', why: 'the bot says so' }, Date.now() + LATER_MS);
      }
      const settled = new Map<string, number>();
      await deliverToTheEnd(
        shuffled(all, random),
        proxies,
        random,
        (_number, outcome) => void settled.set(outcome, (settled.get(outcome) ?? 0) + 1),
      );
      assert.deepEqual([...settled], [['granted', events]]);
      assert.deepEqual(paidTwice(), []);
      assert.equal(service.executions.size, events);
      const granted = (await allClaims(ledger)).filter(({ state }) => state === 'granted');
      assert.equal(granted.length, events);
      await ledger.close();
      const different = [...answers.values()].filter(
        (outcomes) => outcomes.has('not-given') || outcomes.has('ignored'),
      );
      assert.deepEqual(different, []);
      t.diagnostic(`${again.length} sent again, ${open.length} for the operator`);
    });
  });
}
