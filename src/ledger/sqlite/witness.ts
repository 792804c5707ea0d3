import { DatabaseSync } from 'node:sqlite';
import { LedgerError } from '../port.ts';
import { ledgerOf } from './copies.ts';
import { isOutage } from './failure.ts';

const WAIT_MS = 1_000;
const MAX_KNOWN = 16;
/** For so long the file has to look wrong: one that is moved away and back meanwhile looks wrong, too. */
const SURE_AFTER_MS = 1_000;

/**
 * Checks what is really in a ledger's file: SQLite goes on with the pages in its memory even after somebody has overwritten the file with
 * another ledger, an old copy, or nothing.
 */
export class Witness {
  readonly #path: string;
  readonly #db: DatabaseSync;
  /** The id of the ledger that is in use. */
  readonly ledger: unknown;
  /** Claims seen by earlier checks, which have to stay in the file. */
  #known: string[] = [];
  /** Since when every check has failed. */
  #doubtedAt: number | null = null;
  #isSure = false;

  /** `db` is the connection in use. */
  constructor(path: string, db: DatabaseSync) {
    this.#path = path;
    this.#db = db;
    this.ledger = ledgerOf(db);
    this.#remember();
  }

  /**
   * Throws `LedgerError` where the file does not hold this ledger any more, with all of its claims, or did not for a while; and what SQLite
   * throws where it could not look.
   */
  inspect({ shorter, empty }: { shorter: boolean; empty: boolean }): void {
    // Beside an empty file SQLite would delete the log, which has the newest claims.
    if (!this.#isSure && !empty && this.#isWhole(shorter)) {
      this.#doubtedAt = null;
      return;
    }
    const now = performance.now();
    this.#doubtedAt ??= now;
    this.#isSure ||= now - this.#doubtedAt >= SURE_AFTER_MS;
    throw new LedgerError(
      `${this.#path} was overwritten or cut off while the ledger was open, and cannot be trusted any more. Stop the proxy, move ${this.#path} and its -wal and -shm away, and put a backup in their place`,
      { code: 'overwritten' },
    );
  }

  #isWhole(shorter: boolean): boolean {
    let other: DatabaseSync | undefined;
    try {
      // This connection still knows the newest claims, whatever is in the file.
      this.#remember();
      const pages = pagesOf(this.#db);
      other = new DatabaseSync(this.#path, { readOnly: true, timeout: WAIT_MS });
      if (pagesOf(other) < pages) return false;
      // The file is rightly shorter after a VACUUM.
      if (shorter && other.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') return false;
      const placeholders = this.#known.map(() => '?').join(', ');
      const seen = other
        .prepare(
          `SELECT (SELECT id FROM ledger) AS id, (SELECT COUNT(*) FROM claims WHERE id IN (${placeholders})) AS known`,
        )
        .get(...this.#known);
      return seen?.['id'] === this.ledger && seen?.['known'] === this.#known.length;
    } catch (error) {
      if (isOutage(error)) throw error;
      return false;
    } finally {
      other?.close();
    }
  }

  /** Remembers the newest claim, and fewer of the older ones the older they are. */
  #remember(): void {
    const id = this.#db.prepare('SELECT MAX(id) AS id FROM claims').get()?.['id'];
    if (typeof id !== 'string' || this.#known.at(-1) === id) return;
    this.#known.push(id);
    if (this.#known.length > MAX_KNOWN) this.#known = this.#known.filter((_, at) => at % 2 === 0 || at > MAX_KNOWN / 2);
  }
}

function pagesOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
}
