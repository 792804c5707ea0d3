import type { Site } from '../site.ts';

/** How a site of one kind is set up. */
export interface Framework {
  /** As `--framework` takes it. */
  name: string;
  /** What it is for, in the list that one chooses from. */
  label: string;
  /** The port of its site on this machine; null if the site is there already. */
  port: number | null;
  /** Whether the variable `PORT` names another. */
  readsPort?: boolean;
  /** Whether the proxy answers at another address than the site. */
  proxyBeside?: boolean;
  /** The page's path on that site. */
  page: string;
  /** Whether the page takes the element's script from a CDN, since nothing builds it. */
  fromCdn?: boolean;
  /** The command that starts it. */
  start: string;
  /** What a host runs, where the site is a server of its own that needs no build. */
  command?: readonly string[];
  /** What the command is told besides in a container, where it listens on every address, if `HOST` does not tell it. */
  inContainer?: readonly string[];
  /** What must be installed beside this package. */
  packages: readonly string[];
  /** What of types its files need beside those of these packages, where the project checks types. */
  types?: readonly string[];
  /** Whether its ledger is a file of the project's folder or a database, as the owner says. */
  choosesLedger: boolean;
  /** The package that a project of it has, and how one is begun; null if none is needed. */
  project: { package: string; create: string } | null;
  /** Whether Node runs the files as they are, which then must be modules. */
  plainNode: boolean;
  /** What the config is called, if not `rewards.config.ts`. */
  config?: (has: Site['has']) => string | undefined;
  /** What it writes besides, and must stay out of version control, as patterns for `.gitignore`. */
  ignores?: readonly string[];
  /** What stands in `.env` beside what every site has there. */
  env?: string;
  /** What is left to do by hand, as paragraphs. */
  notes: readonly string[];
  /** The texts of the files, by their path from the project's folder. */
  files(site: Site): Record<string, string>;
}
