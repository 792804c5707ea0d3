import { claimTime } from '../claims/claim-id.ts';
import { haltText, readHalt } from './halt.ts';
import type { Halt } from './keeping.ts';
import { number, type Row, text } from '../operation.ts';
import { LedgerError } from '../port.ts';

/**
 * The columns that are read before each claim: which ledger the store has, and how new it is. For a query `FROM ledger`, which has one row.
 * Its parameters are the prefix of ids that are made now, and `latest` of what the process remembers. Claims that were set aside, because
 * their time is still to come, never count as the newest.
 */
export const SIGHT = `ledger.id AS ledger, ledger.epoch, ledger.halted, (SELECT MAX(id) FROM claims WHERE id < COALESCE((SELECT MIN(first_id) FROM set_aside WHERE last_id > ?), 'z')) AS newest,
       (SELECT 1 FROM claims WHERE id = ?) AS remembered`;

/** What one read of a store has shown. */
export interface Sight {
  ledger: string;
  /** Grows whenever an operator has said that the ledger was put back to an older state. */
  epoch: number;
  /** The newest claim, by its id. */
  newest: string | null;
}

/**
 * What a process remembers: what it saw last, and the claim that has to be in the store, which is the last that it made or has seen as the
 * newest.
 */
export interface Recalled {
  sight: Sight | null;
  latest: string | null;
}

/** What was remembered last, kept beside the store for processes that start when no other is running. */
export interface HighWaterMark {
  /** Null where there is none. */
  read(): Recalled | null;
  /** Never throws. */
  write(recalled: Recalled): void;
}

/** The ledger is an older one than this process has seen. */
export class BehindError extends LedgerError {
  readonly ledger: string;
  readonly halt: Halt;

  constructor(ledger: string, halt: Halt) {
    super(haltText(halt), { code: 'behind' });
    this.name = 'BehindError';
    this.ledger = ledger;
    this.halt = halt;
  }
}

/**
 * What a process remembers of the newest durable state that it has seen. A store that lacks it is an older one: a copy that was put back, a
 * snapshot, or a replica that was behind when it took over. What is missing there could be claimed again.
 */
export class Memory {
  readonly #mark: HighWaterMark | null;
  #sight: Sight | null;
  #latest: string | null;

  constructor(mark: HighWaterMark | null) {
    const { sight, latest } = mark?.read() ?? { sight: null, latest: null };
    this.#mark = mark;
    this.#sight = sight;
    this.#latest = latest;
  }

  /** What is remembered now. To be called before the store is read: other operations may have noted a newer state by the time it answers. */
  recall(): Recalled {
    return { sight: this.#sight, latest: this.#latest };
  }

  /** Remembers what was seen, which has to be durable by now. */
  note(sight: Sight): void {
    const known = this.#sight;
    const { epoch, newest } = sight;
    if (known && epoch < known.epoch) return;
    const isNewer = newest !== known?.newest && (this.#latest === null || (newest !== null && newest > this.#latest));
    if (epoch !== known?.epoch || isNewer) this.#latest = newest;
    this.#sight = sight;
    this.#mark?.write(this.recall());
  }

  /** Remembers a claim that was made and is durable. */
  made(claimId: string): void {
    this.#latest = claimId;
    this.#mark?.write(this.recall());
  }
}

/**
 * Reads a row with the columns of `SIGHT`, and compares it with what was remembered when it was asked for. Throws `LedgerError` where no
 * claims may be made in that store.
 */
export function compare(row: Row | undefined, { sight: before, latest }: Recalled, now: number): Sight {
  if (!row) throw new LedgerError('the ledger does not say which one it is', { code: 'damaged' });
  const { halted, newest } = row;
  const sight: Sight = {
    ledger: text(row, 'ledger'),
    epoch: number(row, 'epoch'),
    newest: typeof newest === 'string' ? newest : null,
  };
  const known = before ?? sight;
  if (sight.ledger !== known.ledger) {
    throw new LedgerError(
      'another ledger is where there was one before, so no claims are made in it. Put that one back. If this is the right one, stop the proxy, and remove the file beside it whose name ends in -mark, if there is one',
      { code: 'replaced' },
    );
  }
  if (typeof halted === 'string') throw new LedgerError(haltText(readHalt(halted)), { code: 'halted' });
  const isMissing = latest !== null && !row['remembered'];
  if (sight.epoch < known.epoch || (sight.epoch === known.epoch && isMissing)) {
    const missing = latest === null ? null : claimTime(latest);
    throw new BehindError(sight.ledger, { reason: 'behind', at: now, missing });
  }
  return sight;
}
