import { createEmulator, type ServerSeed } from '../../src/emulator/index.ts';
import { type Ledger, LedgerError } from '../../src/ledger/index.ts';
import type { Ground } from './backend.ts';
import { lazyLedger } from './lazy-ledger.ts';
import type { PageLedgerOptions } from './page-ledger.ts';
import type { Keep, PageLedger } from './page-store.ts';
import { hasChanged, type Kept, type Shelf } from './shelf.ts';

/** Community and ledger that outlive the page, if the browser can store them. */
export interface KeptGround extends Ground {
  /** Loads what other pages of the site have changed since. */
  catchUp(): Promise<void>;
  /** Records claims that are older than the newest one, and stores the ledger once, at the end. Rejects with `LedgerError`. */
  notePast(note: (ledger: Ledger) => Promise<void>): Promise<void>;
  /** Resets everything, for all pages. */
  startOver(): Promise<void>;
}

export interface KeptGroundOptions {
  shelf: Shelf;
  openLedger: (options: PageLedgerOptions) => Promise<PageLedger>;
  /** Is called after each change of its own. */
  told: () => void;
}

/** Opens the stored community and ledger, or new ones. */
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
      // From now on the ledger is not taken for empty.
      await ledger.reopen();
    }
  }

  async function catchUp(): Promise<void> {
    if (!(await keeper.catchUp())) return;
    emulator.state.load(keeper.kept.servers);
    await ledger.reopen();
  }

  /** Resolves with the reply once its changes are stored. */
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

/** Compares what is stored with what this page knows of it. */
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

  /** Loads what another page has stored. Resolves with whether there was anything new. */
  async catchUp(): Promise<boolean> {
    await this.#last.catch(() => {});
    const kept = this.#works ? await this.#shelf.read().catch(() => this.#giveUp()) : undefined;
    if (!kept || kept.version === this.#seen) return false;
    this.#kept = kept;
    this.#seen = kept.version;
    return true;
  }

  /** Stores a change, after those before it. Rejects with `LedgerError` where another page was faster. */
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

  /** Stops storing: without storage, or room in it, the page still works until it is closed. */
  #giveUp(): undefined {
    this.#works = false;
  }
}
