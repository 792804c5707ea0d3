import type { PackageManager } from '../package-manager.ts';
import type { LedgerKind } from '../templates/ledger-code.ts';

/** What a host runs. */
export interface Served {
  /** The kind of site, as `--framework` takes it. */
  framework: string;
  /** The server's program and its arguments, run in the project's folder; empty if functions run and no server. */
  command: readonly string[];
  /** Its arguments besides in a container. */
  inContainer: readonly string[];
  ledger: LedgerKind;
  /** As `PackageManager` has it. */
  image: PackageManager['image'];
  /** The project's folder from the root of its workspace, where the lockfile is; empty if that is in the folder itself. */
  inWorkspace: string;
}

/** What is left to do where a web server with TLS stands before the port `port` of the machine. */
export const webServerStep = (port: number): string =>
  `# last, let your web server with TLS pass requests on to 127.0.0.1:${port}: the documentation (Deploy) has it for Caddy, nginx and Apache`;

/** Where a site is put in front of visitors. */
export interface Host {
  /** As `--host` takes it. */
  name: string;
  /** What it is for, in the list of the help. */
  label: string;
  /** How its proxy learns whose a request is, as lines of the config. */
  addresses: string;
  /** The kinds of sites that it runs as functions, which a request wakes; left out where it runs servers. */
  functionsOf?: readonly string[];
  /** Whether it has the pages of a site as well, with the proxy at the same address. */
  hasPages?: boolean;
  /** Whether a disk is there before the server is, so that a ledger can be made on it. */
  keepsFiles: boolean;
  /** The texts of the files, by their path from the project's folder. */
  files(served: Served): Record<string, string>;
  /** What is typed to go live, in its order, and what must be known. */
  steps(served: Served): readonly string[];
}
