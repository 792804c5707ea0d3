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

/** How a call ended. An error crosses as its message, and its code if it was a `LedgerError`. */
export type Answer = { id: number; value: unknown } | { id: number; error: { message: string; code: string | null } };
