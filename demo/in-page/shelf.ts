import { createStore, get, update } from 'idb-keyval';
import type { ServerSeed } from '../../src/emulator/index.ts';

/** The community and the claims, in one record: neither may outlive the other, or points would be given again, or be gone. */
export interface Kept {
  /** Another one after each change. */
  version: string;
  /** The ledger's database; null as long as nobody has claimed. */
  ledger: Uint8Array | null;
  servers: readonly ServerSeed[];
}

/** Where a browser keeps something for all pages of a site. */
export interface Shelf {
  read(): Promise<Kept | undefined>;
  /** Puts it in the place of that version; null where nothing was there. Rejects with `Changed` where there is another one. */
  replace(version: string | null, kept: Kept): Promise<void>;
}

/** Another page has put something there meanwhile. */
export class Changed extends Error {
  override readonly name = 'Changed';
}

/** The shelf of that name in IndexedDB, which each site of an origin has for itself. */
export function openShelf(name: string): Shelf {
  const store = createStore(name, 'kept');
  const key = 'ground';
  return {
    read: () => get<Kept>(key, store),
    replace: (version, kept) =>
      update<Kept>(
        key,
        (old) => {
          if ((old?.version ?? null) === version) return kept;
          throw new Changed('another page of this site was faster');
        },
        store,
      ),
  };
}
