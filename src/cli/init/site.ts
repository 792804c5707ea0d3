import type { Answers } from './answers.ts';
import type { PackageManager } from './package-manager.ts';
import type { LedgerKind } from './templates/ledger-code.ts';

/** What the config is called where plain JavaScript imports it. */
export const PLAIN_CONFIG = 'rewards.config.mjs';

/** All that the files are made from. */
export interface Site extends Answers {
  /** Every origin that the config allows. */
  origins: readonly string[];
  /** Where browsers reach the proxy, if it does not answer on the site itself. */
  proxy?: string;
  /** What its ledger is kept in, where the framework leaves a choice. */
  ledger: LedgerKind;
  /** What its config is called, if not `rewards.config.ts`. */
  config?: string;
  /** What the example of its `.env` is called, if not `.env.example`. */
  example?: string;
  /** Whether the page takes the element's scripts from its own site, because no CDN has a package that is not in the registry. */
  ownScripts?: boolean;
  /** Whether its host runs functions that sleep between requests, and no server. */
  sleeps?: boolean;
  /** How its proxy learns whose a request is, as lines of the config, where the host says so and not the framework. */
  addresses?: string;
  timeZone: string;
  /** What the emulator is to be started with. */
  apiKey: string;
  /** What stands in `.env` beside what every site has there. */
  env: string;
  /** Puts what to type into the words of the project's package manager. */
  typed: PackageManager['typed'];
  /** Whether the project has that file or folder, for frameworks that are laid out in more than one way. */
  has: (path: string) => boolean;
}
