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

/** The shelf of that name in IndexedDB, which each site of an origin has for itself. */
export function openShelf(name: string): Shelf {
  const store = letGoWhenLeft(createStore(name, 'kept'));
  const key = 'ground';
  return {
    read: () => inTime(get<Kept>(key, store)),
    replace: (version, kept) =>
      inTime(
        update<Kept>(
          key,
          (old) => {
            if ((old?.version ?? null) === version) return kept;
            throw new Changed('another page of this site was faster');
          },
          store,
        ),
      ),
  };
}

/**
 * The store, of which a page that is left lets go. WebKit keeps such a page for the way back as it is, a transaction included, and all other
 * pages would wait for its end. Whoever comes back to a page that had to give something up gets it anew.
 */
function letGoWhenLeft(store: UseStore): UseStore {
  const running = new Set<IDBTransaction>();
  let isLeft = false;
  let gaveUp = false;
  const giveUp = (transaction: IDBTransaction) => {
    gaveUp = true;
    transaction.abort();
  };
  addEventListener('pagehide', () => {
    isLeft = true;
    running.forEach(giveUp);
  });
  addEventListener('pageshow', () => {
    isLeft = false;
    if (gaveUp) location.reload();
  });
  return (mode, use) =>
    store(mode, (objects) => {
      const { transaction } = objects;
      if (isLeft) {
        giveUp(transaction);
        throw new DOMException('the page was left', 'AbortError');
      }
      running.add(transaction);
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
      return use(objects);
    });
}

/** What the browser says in time; rejects where it keeps silent, as WebKit now and then does until the page is left. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new DOMException('the browser keeps silent', 'TimeoutError')),
    ANSWER_MS,
  );
  try {
    return await Promise.race([answer, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
