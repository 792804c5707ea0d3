import type { LedgerKind } from '../templates/ledger-code.ts';

/** What a host runs. */
export interface Served {
  /** The server's program and its arguments, run in the project's folder. */
  command: readonly string[];
  ledger: LedgerKind;
}

/** Where a site is put in front of visitors. */
export interface Host {
  /** As `--host` takes it. */
  name: string;
  /** What it is for, in the list of the help. */
  label: string;
  /** How its proxy learns whose a request is, as lines of the config. */
  addresses: string;
  /** Whether a disk is there before the server is, so that a ledger can be made on it. */
  keepsFiles: boolean;
  /** The texts of the files, by their path from the project's folder. */
  files(served: Served): Record<string, string>;
  /** What is typed to go live, in its order, and what has to be known. */
  steps(served: Served): readonly string[];
}
