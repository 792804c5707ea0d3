import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator, HARBOUR_LIGHTS } from '../../src/emulator/index.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { toNodeListener } from '../../src/proxy/adapters/node.ts';
import { startNode } from '../cli/command.ts';
import { type Served, serve } from '../support/http/serve.ts';
import type { Random } from './random.ts';
import { openStore } from './store.ts';

const KEY = 'emu_gifts-that-are-cut-off';
/** How many lines a run has under way at once, and so how many a kill may leave behind. */
const AT_ONCE = 16;
/** Past every deadline of what was under way. */
const LATER_MS = 600_000;

export interface GiftGround {
  /** A folder of its own. */
  folder: string;
  /** The ledger: a SQLite file, or a PostgreSQL URL. */
  store: string;
  lines: number;
  random: Random;
  /** The command `rewards`. */
  bin: string;
}

/** A file of gifts, a community to give them to, which counts what it executes by the key of each, and a ledger. */
export class GiftRun implements AsyncDisposable {
  readonly executions = new Map<string, number>();
  readonly #ground: GiftGround;
  readonly #service: Served;
  /** Is told after each execution, before the reply is on its way. */
  #onExecution: () => void = () => {};

  private constructor(ground: GiftGround, service: Served, subscribe: (count: (key: string) => void) => void) {
    this.#ground = ground;
    this.#service = service;
    subscribe((key) => {
      this.executions.set(key, (this.executions.get(key) ?? 0) + 1);
      this.#onExecution();
    });
  }

  static async begin(ground: GiftGround): Promise<GiftRun> {
    const { folder, lines } = ground;
    const emulator = createEmulator({ servers: [{ ...HARBOUR_LIGHTS, apiKey: KEY }] });
    const service = await serve(toNodeListener(emulator));
    const members = HARBOUR_LIGHTS.members?.map(({ id }) => id ?? '') ?? [];
    const rows = Array.from(
      keysOf(lines),
      (key, at) => `${members[at % members.length]},${1 + (at % 9)},${key},${key}`,
    );
    await writeFile(join(folder, 'gifts.csv'), ['memberId,points,remark,key', ...rows].join('\n'));
    const config = {
      service: { baseUrl: service.url, apiKey: KEY },
      origins: ['https://example.org'],
      actions: { daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' } },
    };
    await writeFile(join(folder, 'rewards.config.json'), JSON.stringify(config));
    return new GiftRun(ground, service, (count) =>
      emulator.subscribe(({ type, data }) => {
        if (type === 'award') count(data.remark);
      }),
    );
  }

  start() {
    const { folder, store, bin } = this.#ground;
    const args = [bin, 'grant', '--file', 'gifts.csv', '--by', 'Ana', '--db', store, '--json'];
    return startNode(args, { cwd: folder });
  }

  /** Starts the run, and kills it once it has executed some lines. Whether it was killed before its end. */
  async startAndKill(kills: number): Promise<boolean> {
    const { lines, random } = this.#ground;
    const span = Math.max(1, Math.floor((lines / kills - AT_ONCE) * 0.75));
    let rest = 1 + random.below(span);
    const running = this.start();
    this.#onExecution = () => {
      rest -= 1;
      if (rest === 0) running.child.kill('SIGKILL');
    };
    const code = await running.ended;
    this.#onExecution = () => {};
    return code === null;
  }

  /** Runs it to its end. */
  async finish(): Promise<{ code: number | null; report: Record<string, unknown> }> {
    const running = this.start();
    const code = await running.ended;
    assert.match(running.stdout, /^\{/, running.output);
    return { code, report: JSON.parse(running.stdout) };
  }

  /** Has somebody look in the community, and say of each line that nobody knows of what became of it. How many there were. */
  async decide(): Promise<number> {
    const ledger = openStore(this.#ground.store);
    try {
      await recoverAll(ledger, Date.now() + LATER_MS);
      return await this.#decideOn(ledger);
    } finally {
      await ledger.close();
    }
  }

  /** What is wrong with what has been executed so far: more than once, or of no line. */
  flaws(): string[] {
    const keys = new Set(keysOf(this.#ground.lines));
    return Array.from(this.executions, ([key, times]) =>
      times > 1 ? `${key} was paid ${times} times` : keys.has(key) ? '' : `${key} is no line`,
    ).filter((flaw) => flaw !== '');
  }

  async #decideOn(ledger: Ledger): Promise<number> {
    let count = 0;
    for (;;) {
      const waiting = await ledger.list({ state: 'unknown', limit: 500 });
      if (waiting.length === 0) return count;
      count += waiting.length;
      for (const { id, fields } of waiting) {
        const state = this.executions.has(String(fields?.['key'])) ? 'granted' : 'released';
        await ledger.resolve(id, { state, who: 'Ana', why: 'seen in the community' }, Date.now());
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service.close();
  }
}

function* keysOf(lines: number): Generator<string> {
  for (let line = 1; line <= lines; line += 1) yield `gift-${line}`;
}

async function recoverAll(ledger: Ledger, now: number): Promise<void> {
  while ((await ledger.recover(now)).length > 0);
}
