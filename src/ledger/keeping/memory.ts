import { claimTime } from '../claims/claim-id.ts';
import { haltText, readHalt } from './halt.ts';
import type { Halt } from './keeping.ts';
import { number, type Row, text } from '../operation.ts';
import { LedgerError } from '../port.ts';

/**
 * Selects, as columns of their own, what is looked at before a claim is made: which ledger the store has, and how new. Its
 * parameters are the prefix of ids of now, and `latest` of what the process recalls. What was set aside, as it is of a time that is still
 * to come, does not count as the newest. For a query `FROM ledger`, which has one row.
 */
export const SIGHT = `ledger.id AS ledger, ledger.epoch, ledger.halted, (SELECT MAX(id) FROM claims WHERE id < COALESCE((SELECT MIN(first_id) FROM set_aside WHERE last_id > ?), 'z')) AS newest,
       (SELECT 1 FROM claims WHERE id = ?) AS remembered`;

/** What was seen of a store. */
export interface Sight {
  ledger: string;
  /** Grows whenever the ledger was put back to an older state, and somebody has said so. */
  epoch: number;
  /** The newest claim, by its id. */
  newest: string | null;
}

/** What a process remembers: what it saw last, and a claim that has to be there, the last that was made, or seen to be the newest. */
export interface Recalled {
  sight: Sight | null;
  latest: string | null;
}

/** What was remembered last, kept beside a store for processes that start once every other has died. */
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
 * What a process remembers of the newest that it has seen durable. A store that has it no more is an older one: a copy that was put
 * back, a snapshot, or a replica that took over and was behind. There everybody could claim again what is missing.
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

  /** What is remembered just now, before the store is looked at: others may have seen newer ones by the time it answers. */
  recall(): Recalled {
    return { sight: this.#sight, latest: this.#latest };
  }

  /** Takes note of what was seen, once it is known to be durable. */
  note(sight: Sight): void {
    const known = this.#sight;
    const { epoch, newest } = sight;
    if (known && epoch < known.epoch) return;
    const isNewer = newest !== known?.newest && (this.#latest === null || (newest !== null && newest > this.#latest));
    if (epoch !== known?.epoch || isNewer) this.#latest = newest;
    this.#sight = sight;
    this.#mark?.write(this.recall());
  }

  /** Takes note of a claim that was made, durably. */
  made(claimId: string): void {
    this.#latest = claimId;
    this.#mark?.write(this.recall());
  }
}

/**
 * What the row tells, which has `SIGHT`, and was asked for with what was remembered then. Throws `LedgerError` where no claims may be made
 * in that store.
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
