import { createStore, get, update, type UseStore } from 'idb-keyval';
import type { ServerSeed } from '../../src/emulator/index.ts';

/** The community and the claims, in one record: if one outlived the other, points would be given again, or be lost. */
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
  /** Replaces that version, or nothing if it is null. Rejects with `Changed` where another version is stored. */
  replace(version: string | null, kept: Kept): Promise<void>;
}

/** Time limit for a transaction, which takes a few milliseconds: half of what a widget waits for the proxy. */
const ANSWER_MS = 10_000;

/** Another page has put something there meanwhile. */
export class Changed extends Error {
  override readonly name = 'Changed';
}

/** Whether the error is a `Changed`, also from another thread, whose errors lose their class. */
export function hasChanged(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Changed';
}

/**
 * The storage of that name in IndexedDB. A transaction that is not done in time, or before the page is left, is aborted: WebKit sometimes
 * never ends one, and all other pages wait for it.
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
  /** Rejects where the browser does not answer in time. */
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
