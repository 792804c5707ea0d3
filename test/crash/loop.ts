import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ACTIONS } from './actions.ts';
import { environmentOf } from './bundle.ts';
import { type FaultyService, startFaultyService } from './faulty-service.ts';
import { allClaims, brokenInvariants, type Shown } from './invariants.ts';
import { type Random, seededRandom } from './random.ts';
import { openStore } from './store.ts';
import { claimAsWidget, portOf } from './widget.ts';

const VISITORS = 8;
/** How many events a life has at most: more where somebody is told of what was settled, which needs time to come about. */
const SHORT_LIFE = 12;
const LONG_LIFE = 60;
/** The proxy has stopped calling a service that failed so often, for seconds in which nothing would happen. */
const TURNED_AWAY = 503;

/** Who is told of claims. It calls `watch` as something has come, before it answers. */
export interface ToldReceiver {
  url: string;
  watch: () => void;
}

export interface LoopReport {
  broken: string[];
  summary: string;
}

/** Kills the proxy so many times while visitors claim, and then checks every invariant on what is left. */
export async function crashLoop(options: {
  store: string;
  kills: number;
  seed: number;
  bug?: string;
  thread?: boolean;
  script: string;
  receiver?: ToldReceiver;
}): Promise<LoopReport> {
  const random = seededRandom(options.seed);
  await using service = await startFaultyService(random);
  const proxies = new DoomedProxies({ ...options, service, random });
  const shown: Shown[] = [];
  let posts = 0;

  const visitor = async (number: number): Promise<void> => {
    for (let turn = 0; !proxies.finished; turn += 1) {
      // Now and then two visitors claim for the same member at once.
      const memberId = String((100 + (random.chance(0.2) ? 0 : number)) * 1_000_000 + turn);
      const action = random.pick(Object.keys(ACTIONS));
      for (let press = 0; press < 1 + random.below(2); press += 1) {
        posts += 1;
        const { status, id } = await claimAsWidget(proxies, action, memberId);
        if (status === TURNED_AWAY) proxies.countDown();
        if (status === 201 && id !== null) shown.push({ id, action, memberId });
      }
    }
  };
  await proxies.start();
  await Promise.all(Array.from({ length: VISITORS }, (_, number) => visitor(number + 1)));
  await proxies.end();

  const ledger = openStore(options.store);
  await ledger.recover(Date.now() + 600_000);
  const claims = await allClaims(ledger);
  const broken = await brokenInvariants(ledger, claims, service.executions, shown, ACTIONS);
  const count = (state: string) => claims.filter(({ grants }) => grants.some((grant) => grant.state === state)).length;
  const states = ['granted', 'refused', 'released', 'unknown'].map((state) => `${count(state)} ${state}`).join(', ');
  await ledger.close();
  const summary = `${options.kills} kills, ${posts} presses, ${claims.length} claims, ${service.executions.size} executions, ${states}`;
  return { broken, summary };
}

interface DoomedOptions {
  store: string;
  kills: number;
  bug?: string;
  /** Whether SQLite runs on a thread of its own. */
  thread?: boolean;
  receiver?: ToldReceiver;
  /** The file `proxy-process.ts`, or its bundle. */
  script: string;
  service: FaultyService;
  random: Random;
}

/** A proxy process that is killed at a random moment, and its successor, until there were enough. */
class DoomedProxies {
  finished = false;
  readonly #options: DoomedOptions;
  #child: ChildProcess | null = null;
  #origin: Promise<string> | null = null;
  #kills = 0;
  #eventsLeft = 0;

  constructor(options: DoomedOptions) {
    this.#options = options;
    // Requests that arrive and executions that are done: the moments around which a crash hurts most.
    options.service.watch = () => this.countDown();
    if (options.receiver) options.receiver.watch = () => this.countDown();
  }

  /** One more event has come; the last of them kills the proxy. */
  countDown(): void {
    this.#eventsLeft -= 1;
    if (this.#eventsLeft === 0) this.#child?.kill('SIGKILL');
  }

  async start(): Promise<void> {
    const { store, service, bug = '', thread = false, script, random, receiver } = this.#options;
    const child = spawn(
      process.execPath,
      [script, store, service.url, bug, thread ? 'thread' : '', receiver?.url ?? ''],
      {
        env: environmentOf(script),
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#child = child;
    child.once('exit', (code) => {
      if (code === null) this.#died();
    });
    this.#origin = portOf(child).then((port) => {
      this.#eventsLeft = 1 + random.below(receiver ? LONG_LIFE : SHORT_LIFE);
      return `http://127.0.0.1:${port}`;
    });
    await this.#origin;
  }

  /** Where the living proxy answers; null once the last one was killed. */
  async origin(): Promise<string | null> {
    return this.finished ? null : this.#origin;
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #died(): void {
    this.#kills += 1;
    if (this.#kills >= this.#options.kills) this.finished = true;
    else void this.start();
  }
}
