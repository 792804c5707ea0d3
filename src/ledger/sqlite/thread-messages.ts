import type { Ledger } from '../port.ts';
import type { LedgerOptions } from '../sql-ledger.ts';

/** What the thread is started with. */
export interface ThreadData {
  path: string;
  options: LedgerOptions;
}

/** One call of a ledger's method. */
export interface Call {
  id: number;
  method: keyof Ledger;
  args: unknown[];
}

/** How a call ended. */
export type ThreadReply = { id: number; value: unknown } | { id: number; error: SerializedError };

/** An error as it is sent between threads: with `code` if it was a `LedgerError`, and `value` if it was an `InDoubtError`. */
export interface SerializedError {
  message: string;
  code: string | null;
  value?: unknown;
}
