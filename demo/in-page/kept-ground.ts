import { createEmulator, type ServerSeed } from '../../src/emulator/index.ts';
import { type Ledger, LedgerError } from '../../src/ledger/index.ts';
import type { Ground } from './backend.ts';
import { lazyLedger } from './lazy-ledger.ts';
import type { PageLedgerOptions } from './page-ledger.ts';
import type { Keep, PageLedger } from './page-store.ts';
import { hasChanged, type Kept, type Shelf } from './shelf.ts';

/** A ground that outlives the page, as far as the browser keeps anything. */
export interface KeptGround extends Ground {
  /** Brings it up to what other pages of the site have done since. */
  catchUp(): Promise<void>;
  /** Notes what is said to have been before the newest claim, and keeps it once, at the end. Rejects with `LedgerError`. */
  notePast(note: (ledger: Ledger) => Promise<void>): Promise<void>;
  /** As at the beginning, for all pages. */
  startOver(): Promise<void>;
}

export interface KeptGroundOptions {
  shelf: Shelf;
  openLedger: (options: PageLedgerOptions) => Promise<PageLedger>;
  /** Is called after each change of its own. */
  told: () => void;
}

/** Opens the ground as it was left, or a new one. */
export async function openKeptGround({ shelf, openLedger, told }: KeptGroundOptions): Promise<KeptGround> {
  const emulator = createEmulator();
  const beginning = emulator.state.save();
  const keeper = new Keeper(shelf, beginning, told);
  let past: Ledger | null = null;
  const ledger = lazyLedger(async () => {
    const opened = await openLedger({ bytes: keeper.kept.ledger, keep: (database) => keepLedger(database) });
    past = opened.past;
    return opened;
  });
  let keepLedger: Keep = keepAtOnce;

  function keepAtOnce(database: () => Uint8Array): Promise<void> {
    return keeper.keep({ ledger: database() });
  }

  async function notePast(note: (ledger: Ledger) => Promise<void>): Promise<void> {
    await ledger.prepare();
    if (!past) throw new LedgerError('the ledger of this page cannot be opened', { code: 'closed' });
    let changed: (() => Uint8Array) | undefined;
    keepLedger = async (database) => {
      changed = database;
    };
    try {
      await note(past);
    } finally {
      keepLedger = keepAtOnce;
      if (changed) await keepAtOnce(changed);
      // It is not taken for empty any more.
      await ledger.reopen();
    }
  }

  async function catchUp(): Promise<void> {
    if (!(await keeper.catchUp())) return;
    emulator.state.load(keeper.kept.servers);
    await ledger.reopen();
  }

  /** A reply that comes once what it tells of is kept. */
  async function keepAfter(reply: Promise<Response>): Promise<Response> {
    const settled = await reply;
    const servers = emulator.state.save();
    if (JSON.stringify(servers) !== JSON.stringify(keeper.kept.servers)) await keeper.keep({ servers });
    return settled;
  }

  await catchUp();
  return {
    emulator: { ...emulator, fetch: (request) => keepAfter(emulator.fetch(request)) },
    ledger,
    catchUp,
    notePast,
    startOver: () => keeper.keep({ servers: beginning, ledger: null }),
  };
}

/** Holds what is on the shelf against what this page knows of it. */
class Keeper {
  readonly #shelf: Shelf;
  readonly #told: () => void;
  #kept: Kept;
  /** The version that this page has seen last; null before there is any. */
  #seen: string | null = null;
  #works = true;
  #last: Promise<void> = Promise.resolve();

  constructor(shelf: Shelf, servers: readonly ServerSeed[], told: () => void) {
    this.#shelf = shelf;
    this.#told = told;
    this.#kept = { version: '', ledger: null, servers };
  }

  get kept(): Kept {
    return this.#kept;
  }

  /** Takes over what another page has put there. Tells whether there was anything. */
  async catchUp(): Promise<boolean> {
    await this.#last.catch(() => {});
    const kept = this.#works ? await this.#shelf.read().catch(() => this.#giveUp()) : undefined;
    if (!kept || kept.version === this.#seen) return false;
    this.#kept = kept;
    this.#seen = kept.version;
    return true;
  }

  /** Puts a change on the shelf, after those before. Rejects with `LedgerError` where another page was faster. */
  keep(change: Partial<Pick<Kept, 'ledger' | 'servers'>>): Promise<void> {
    this.#last = this.#last
      .catch(() => {})
      .then(() => this.#put({ ...this.#kept, ...change, version: crypto.randomUUID() }));
    return this.#last;
  }

  async #put(kept: Kept): Promise<void> {
    try {
      if (this.#works) await this.#shelf.replace(this.#seen, kept);
    } catch (error) {
      if (hasChanged(error)) throw new LedgerError(error.message, { code: 'stale', cause: error });
      this.#giveUp();
    }
    this.#kept = kept;
    this.#seen = kept.version;
    this.#told();
  }

  /** A browser that keeps nothing, or has no room left, still has the page itself. */
  #giveUp(): undefined {
    this.#works = false;
  }
}
