import { AsyncLocalStorage } from 'node:async_hooks';
import { mock } from 'node:test';
import type { Ledger, Reservation } from '../../src/ledger/index.ts';
import { ledgerThrough } from '../../src/ledger/ledger-through.ts';
import { sqlLedger } from '../../src/ledger/sql-ledger.ts';
import { createProxy, type Proxy, type RewardsConfig } from '../../src/proxy/index.ts';
import type { Transport } from '../../src/service/index.ts';
import { executionKey } from '../crash/faulty-service.ts';
import { allClaims, brokenInvariants, type Shown } from '../crash/invariants.ts';
import type { Bug } from '../crash/seeded-bugs.ts';
import { type Choice, EVERYTHING } from './choice.ts';
import type { Explored } from './explore.ts';
import { Gates } from './gates.ts';
import { broken, type Outcome, OUTCOMES, reply } from './outcomes.ts';
import { InstantStore } from './store.ts';

const START = Date.UTC(2026, 2, 10, 12);
/** Past the deadline of whatever began before. */
const LATER_MS = 3_600_000;
/** As long as a call waits before it is tried again, and much less than any limit. */
const MOMENT_MS = 200;
const LOGGER = { debug() {}, info() {}, warn() {}, error() {} };

/** A visitor's press. `key` is its idempotency key; `after` the press that has to have begun. */
export interface Press {
  process: string;
  memberId: string;
  key?: string;
  after?: number;
}

/** What may happen, and how often beyond the presses. */
export interface Scene {
  actions: RewardsConfig['actions'];
  presses: readonly Press[];
  /** What the service may do with a call. */
  outcomes: readonly Outcome[];
  crashes: number;
  /** How often all that is under way may pass its deadline. */
  waits: number;
  /** How often an operator may record what became of a claim. */
  decisions: number;
}

/** Methods that need no turn of their own: they look at what no other step changes, or do nothing that is seen. */
const FREE = new Set<keyof Ledger>([
  'check',
  // By the first press of a process, which would not come to the same in another order if it had a step of its own for that.
  'setReceivers',
  'ruleChanges',
  'retryable',
  'unknown',
  'close',
  'seatsTaken',
  'about',
]);

const store = new InstantStore();
/** The press that something is done for. */
const pressing = new AsyncLocalStorage<number>();

/** Some proxies on one ledger with one service, in which nothing happens but what a schedule says, one step after the other. */
export class World implements Explored {
  readonly #scene: Scene;
  readonly #bug: Bug;
  readonly #gates = new Gates();
  readonly #ledger: Ledger = sqlLedger(store);
  readonly #proxies = new Map<string, Proxy>();
  /**
   * What each press has been through, by which its state is known. Of what a process keeps for all of its presses there is besides: how
   * often it did not learn what became of a call, and when its ledger last recovered.
   */
  readonly #logs = new Map<number, string[]>();
  readonly #unknown = new Map<string, number>();
  readonly #recovered = new Map<string, number>();
  readonly #executions = new Map<string, number>();
  readonly #shown: Shown[] = [];
  /** Claim ids, by the press that they were drawn for. */
  readonly #names = new Map<string, string>();
  /** The presses that have begun, and in which process. */
  readonly #begun = new Map<number, string>();
  readonly #ended = new Set<number>();
  #now = START;
  #left: Pick<Scene, 'crashes' | 'waits' | 'decisions'>;

  private constructor(scene: Scene, bug: Bug) {
    this.#scene = scene;
    this.#bug = bug;
    const { crashes, waits, decisions } = scene;
    this.#left = { crashes, waits, decisions };
  }

  /** The world before anything has happened. */
  static begin(scene: Scene, bug: Bug = {}): World {
    store.empty();
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout'] });
    return new World(scene, bug);
  }

  /** What can happen now. */
  choices(): Choice[] {
    const { presses, outcomes } = this.#scene;
    const begin = presses.flatMap(({ after }, press) => {
      if (this.#begun.has(press) || (after !== undefined && !this.#begun.has(after))) return [];
      // It begins with a look for what is overdue, as claims can be once time has passed.
      return [{ name: `press ${press}`, touches: [`press ${press}`, ...(this.#scene.waits > 0 ? ['tally'] : [])] }];
    });
    const go = this.#gates.parked.flatMap(({ name, touches }) =>
      name.includes(' calls ')
        ? outcomes.map((outcome) => ({ name: `${name}: ${outcome}`, touches }))
        : [{ name, touches }],
    );
    const die =
      this.#left.crashes > 0 ? this.#busy().map((process) => ({ name: `${process} dies`, touches: [EVERYTHING] })) : [];
    const wait = this.#left.waits > 0 && this.#isUnderWay() ? [{ name: 'time passes', touches: [EVERYTHING] }] : [];
    const decide =
      this.#left.decisions > 0
        ? store.unknown().map((id) => ({ name: `the operator decides ${this.#plain(id)}`, touches: [EVERYTHING] }))
        : [];
    return [...go, ...begin, ...decide, ...wait, ...die];
  }

  async take(choice: string): Promise<void> {
    const [, index] = /^press (\d+)$/.exec(choice) ?? [];
    const [, dying] = /^(\w+) dies$/.exec(choice) ?? [];
    const [, decided] = /^the operator decides (.*)$/.exec(choice) ?? [];
    if (index !== undefined) this.#press(Number(index));
    else if (dying !== undefined) this.#kill(dying);
    else if (decided !== undefined) await this.#decide(decided);
    else if (choice === 'time passes') this.#wait();
    else {
      const parked = this.#gates.parked.find(({ name }) => choice === name || choice.startsWith(`${name}: `));
      if (!parked) throw new Error(`"${choice}" cannot happen here`);
      this.#gates.letGo(parked, choice.slice(parked.name.length + 2));
    }
    await this.#gates.quiet();
    mock.timers.tick(MOMENT_MS);
    await this.#gates.quiet();
  }

  /** The same for two worlds in which the same can happen from here on. */
  describe(): string {
    const sorted = <T>(entries: Iterable<T>) =>
      Array.from(entries, (entry) => this.#plain(JSON.stringify(entry))).toSorted();
    const alive = [...this.#proxies.keys()].filter((process) => this.#hasFuture(process));
    return JSON.stringify([
      store
        .describe()
        .map((row) => this.#plain(row))
        .toSorted(),
      sorted([...this.#logs].filter(([press]) => !this.#isOver(press))),
      sorted(alive.map((process) => [process, this.#unknown.get(process), this.#recovered.get(process)])),
      sorted(this.#executions),
      sorted(this.#begun.keys()),
      sorted(this.#shown),
      this.#gates.parked.map(({ name }) => name),
      // It tells the time, too.
      this.#left,
    ]);
  }

  /** Lets everything come to its end, and says what is broken. */
  async broken(): Promise<string[]> {
    const { actions } = this.#scene;
    this.#now += LATER_MS;
    await this.#ledger.recover(this.#now);
    const found = await brokenInvariants(
      this.#ledger,
      await allClaims(this.#ledger),
      this.#executions,
      this.#shown,
      actions,
    );
    return found.map((line) => this.#plain(line));
  }

  #press(index: number): void {
    const press = this.#scene.presses[index];
    if (!press) throw new Error(`there is no press ${index}`);
    const { process, memberId, key } = press;
    const alive = this.#alive(process);
    this.#begun.set(index, alive);
    void pressing.run(index, async () => {
      const { id = '', status } = await this.#claim(alive, memberId, key);
      this.#ended.add(index);
      if (status === 'granted') this.#shown.push({ id, action: 'once', memberId });
    });
  }

  /** What the visitor is told. */
  async #claim(process: string, memberId: string, key: string | undefined): Promise<{ id?: string; status?: unknown }> {
    const request = new Request('http://localhost/rewards/actions/once/claims', {
      method: 'POST',
      headers: {
        origin: 'https://example.org',
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ memberId }),
    });
    const response = await this.#proxy(process).fetch(request, {});
    return JSON.parse(await response.text()) as { id?: string; status?: unknown };
  }

  #proxy(process: string): Proxy {
    const known = this.#proxies.get(process);
    if (known) return known;
    const { ledger = (same) => same, transport = (same) => same } = this.#bug;
    const proxy = createProxy({
      service: {
        baseUrl: 'https://service.example/api',
        apiKey: 'key',
        connectTimeoutMs: 60_000,
        replyTimeoutMs: 60_000,
      },
      origins: ['https://example.org'],
      limits: false,
      memberIds: { pattern: '[a-z]+' },
      actions: this.#scene.actions,
      ledger: ledger(this.#ledgerOf(process)),
      transport: transport(this.#transportOf(process)),
      logger: LOGGER,
      now: () => this.#now,
      env: {},
    });
    this.#proxies.set(process, proxy);
    return proxy;
  }

  /** The one ledger, as a process with a memory of its own has it. */
  #ledgerOf(process: string): Ledger {
    const own = sqlLedger(store);
    return ledgerThrough((method, ...args) => {
      const run = (): ReturnType<Ledger[typeof method]> => Reflect.apply(own[method], own, args);
      if (method === 'recover') this.#recovered.set(process, this.#now);
      if (FREE.has(method) || (method === 'recover' && !store.isOverdue(this.#now))) return run();
      const turn = this.#gates.wait(process, this.#nameOf(process, method, args), this.#touchesOf(method));
      const runInTurn = async (): Promise<unknown> => (await turn, run());
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `run` gives, later
      const result = runInTurn() as ReturnType<Ledger[typeof method]>;
      result.then(
        (value: unknown) => this.#log(`${method} ${outline(value)}`),
        () => this.#log(`${method} failed`),
      );
      return result;
    });
  }

  #transportOf(process: string): Transport {
    return async ({ url, body, signal }) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      const kind = url.pathname.endsWith('/award') ? 'points' : 'role';
      const key = executionKey(form['user_id'] ?? '', 'once', kind);
      const execute = () => {
        this.#executions.set(key, (this.#executions.get(key) ?? 0) + 1);
        return reply(200, { code: 0, error: '', data: { ...form, points: Number(form['points']) }, ts: 1 });
      };
      const press = pressing.getStore();
      const touches = [`press ${press}`];
      const outcome = await this.#gates.wait<Outcome>(process, `${process} ${press} calls for ${key}`, touches);
      // What has been given up is not sent any more.
      if (signal?.aborted) throw broken();
      if (outcome.startsWith('lost')) this.#unknown.set(process, (this.#unknown.get(process) ?? 0) + 1);
      const came = OUTCOMES[outcome]({ form, execute });
      // Where nothing can come between, it comes at once.
      if (this.#left.crashes + this.#left.waits > 0)
        await this.#gates.wait(process, `${process} ${press} is answered for ${key}`, touches);
      this.#log(`${key} ${outcome}`);
      return came;
    };
  }

  /** All claims are of one action, which has a tally that each reservation and each outcome may change. */
  #touchesOf(method: keyof Ledger): string[] {
    const press = pressing.getStore() ?? -1;
    const member = this.#scene.presses[press]?.memberId ?? '';
    const isRead = method === 'find' || method === 'replay' || method === 'standing';
    return method === 'recover' ? [EVERYTHING] : [`press ${press}`, member, ...(isRead ? [] : ['tally'])];
  }

  #nameOf(process: string, method: string, args: readonly unknown[]): string {
    const [first] = args;
    const about = typeof first === 'string' ? first : first && typeof first === 'object' ? aboutOf(first) : '';
    if (method === 'reserve' && isReservation(first) && !this.#names.has(first.claimId)) {
      const press = `claim-${pressing.getStore()}`;
      const count = [...this.#names.values()].filter((name) => name.startsWith(press)).length;
      this.#names.set(first.claimId, `${press}.${count + 1}`);
    }
    return this.#plain(`${process} ${pressing.getStore()} ${method} ${about}`);
  }

  #log(line: string): void {
    const press = pressing.getStore() ?? -1;
    this.#logs.set(press, [...(this.#logs.get(press) ?? []), line]);
  }

  /** With the names of claims in place of their ids, which are drawn by lot. */
  #plain(text: string): string {
    return this.#names.size === 0
      ? text
      : [...this.#names].reduce((known, [id, name]) => known.replaceAll(id, name), text);
  }

  #kill(process: string): void {
    this.#left.crashes -= 1;
    this.#gates.kill(process);
  }

  #wait(): void {
    this.#left.waits -= 1;
    this.#now += LATER_MS;
    mock.timers.tick(LATER_MS);
    // What has begun is past its deadline, and what is yet to begin is not.
    for (const press of this.#begun.keys()) this.#logs.set(press, [...(this.#logs.get(press) ?? []), 'time passes']);
  }

  /** By what the service did so far: it does nothing more for what is past its deadline. */
  async #decide(name: string): Promise<void> {
    this.#left.decisions -= 1;
    const [id = ''] = [...this.#names].find(([, known]) => known === name) ?? [];
    const claim = await this.#ledger.find(id);
    if (!claim) throw new Error(`there is no claim ${name}`);
    const state = this.#executions.has(executionKey(claim.memberId, claim.action, 'points')) ? 'granted' : 'released';
    await this.#ledger.resolve(id, { state, who: 'operator', why: 'looked' }, this.#now);
  }

  #busy(): string[] {
    return [...this.#proxies.keys()].filter((process) => this.#isBusy(process));
  }

  #isBusy(process: string): boolean {
    return this.#gates.parked.some((parked) => parked.process === process);
  }

  #isUnderWay(): boolean {
    return this.#gates.parked.length > 0 || store.isOverdue(this.#now + LATER_MS);
  }

  /** Whether anything will still happen in the process. */
  #hasFuture(process: string): boolean {
    const waiting = this.#scene.presses.some(
      (press, index) => this.#alive(press.process) === process && !this.#isOver(index),
    );
    return waiting || this.#isBusy(process);
  }

  /** Whether nothing is done for the press any more. */
  #isOver(press: number): boolean {
    const process = this.#begun.get(press);
    return process !== undefined && (this.#ended.has(press) || this.#gates.isDead(process));
  }

  /** The process, or the one that took its place when it died. */
  #alive(process: string): string {
    return this.#gates.isDead(process) ? `${process}'` : process;
  }
}

function isReservation(value: unknown): value is { claimId: string } {
  return typeof value === 'object' && value !== null && 'claimId' in value && typeof value.claimId === 'string';
}

function aboutOf(value: object): string {
  const claimId = 'claimId' in value ? value.claimId : 'id' in value ? value.id : '';
  return String(claimId);
}

/** What a process learns from a call, as far as anything depends on it. */
function outline(result: unknown): string {
  if (typeof result !== 'object' || result === null) return String(result);
  if (Array.isArray(result)) return result.map(outline).join();
  const { kind, state, id, claim, grants } = result as Partial<Reservation> & Record<string, unknown>;
  const states = Array.isArray(grants) ? grants.map((grant: { state: string }) => grant.state).join() : '';
  return [kind, state, id, states, claim ? outline(claim) : ''].filter(Boolean).join(' ');
}
