import { createStore, get, update, type UseStore } from 'idb-keyval';
import type { ServerSeed } from '../../src/emulator/index.ts';

/** The community and the claims, in one record: neither may outlive the other, or points would be given again, or be gone. */
export interface Kept {
  /** Another one after each change. */
  version: string;
  /** The ledger's database; null as long as nobody has claimed. */
  ledger: Uint8Array | null;
  servers: readonly ServerSeed[];
}

/** Where a browser keeps something for all pages of a site. Rejects where it cannot. */
export interface Shelf {
  read(): Promise<Kept | undefined>;
  /** Puts it in the place of that version; null where nothing was there. Rejects with `Changed` where there is another one. */
  replace(version: string | null, kept: Kept): Promise<void>;
}

/** Milliseconds for what takes a few: half of those that a widget waits for the proxy. */
const ANSWER_MS = 10_000;

/** Another page has put something there meanwhile. */
export class Changed extends Error {
  override readonly name = 'Changed';
}

/** Whether that is what was thrown, be it in another thread: from there come errors that are of no class of ours. */
export function hasChanged(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Changed';
}

/**
 * The shelf of that name in IndexedDB, which each site of an origin has for itself. What it does not get done in time, or before the page is
 * left, it gives up: WebKit now and then says nothing more of a transaction, and all other pages wait for its end.
 */
export function openShelf(name: string): Shelf {
  const store = createStore(name, 'kept');
  const key = 'ground';
  let running: IDBTransaction | undefined;
  const giveUp = () => running?.abort();
  addEventListener('pagehide', giveUp);
  const kept: UseStore = (mode, use) =>
    store(mode, (objects) => {
      running = objects.transaction;
      return use(objects);
    });
  /** Rejects where the browser has kept silent. */
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error('the browser keeps silent'));
        giveUp();
      }, ANSWER_MS);
    });
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(timer);
      running = undefined;
    }
  }
  return {
    read: () => inTime(get<Kept>(key, kept)),
    replace: (version, next) =>
      inTime(
        update<Kept>(
          key,
          (old) => {
            if ((old?.version ?? null) === version) return next;
            throw new Changed('another page of this site was faster');
          },
          kept,
        ),
      ),
  };
}
