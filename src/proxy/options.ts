import type { Ledger } from '../ledger/index.ts';
import type { Transport } from '../service/index.ts';
import type { RewardsConfig } from './config/index.ts';
import type { Bindings } from './config/env.ts';
import type { ElementFiles } from './embed/index.ts';
import type { Gift, GiftOutcome } from './gifts/index.ts';
import type { Handler } from './http/handler.ts';
import type { Inside } from './inside.ts';
import type { Logger } from './monitoring/logger.ts';

/** The owner's config, and what the runtime provides. The proxy does not close what it is given here. */
export type ProxyOptions = RewardsConfig & {
  ledger: Ledger;
  /** Default: warnings and errors go to the console. */
  logger?: Logger;
  /** How the proxy calls the service; default: `fetchTransport()`. On Node `undiciTransport()` is faster and knows more. Deno needs it. */
  transport?: Transport;
  /** Epoch milliseconds; default: the server's clock. */
  now?: () => number;
  /**
   * Milliseconds by a monotonic clock. It shows when the other clock was set far ahead. Best is one that continues while the machine sleeps. Default:
   * `performance.now`; if only `now` is given, the proxy does not watch the clock.
   */
  elapsed?: () => number;
  /** Where the elements' files come from, for `embed` of the config: `elementFiles` of `rewards-proxy/elements`. */
  elements?: ElementFiles;
  /** What `env(name)` reads; default: the process's environment, if there is one. */
  env?: Bindings;
};

/** The only holder of the API key: answers widgets. Its methods work without the object. */
export interface Proxy extends Handler {
  /**
   * Resolves once everything that an earlier process left in flight is settled. Requests wait for this. Rejects if the ledger fails, and
   * with a `ConfigError` if claims of an action count for ever and the config would allow them again, or if a package that the config needs
   * is not installed. The next request tries again.
   */
  readonly ready: Promise<void>;
  /**
   * Takes no further claims. Resolves once the calls in flight have ended, their outcomes are recorded, and the webhook was told. If the
   * ledger is away, it waits ten seconds for it; the log has what could not be recorded.
   */
  readonly close: () => Promise<void>;
  /**
   * What the proxy has counted and timed since it was made, as Prometheus text (exposition format 0.0.4). It has no member and no key,
   * but do not serve it where visitors can reach it. Never rejects.
   */
  readonly metrics: () => Promise<string>;
  /**
   * Gives points or a role to a member by hand, once for each key. The same key with the same content returns the first outcome. Rejects
   * with a `GiftError`: `key-reused` for the same key with other content, `invalid` with all errors of the gift. Rejects if the ledger
   * fails; then ask again. The ledger records who gave it, with the claim and in the audit.
   *
   * @example
   * const { status } = await proxy.award({ memberId, points: 50, remark: 'Raffle', key: 'raffle-2026-1', by: 'Ana' });
   */
  readonly award: (gift: Gift) => Promise<GiftOutcome>;
  /** The proxy's parts, for `createDesk`. */
  readonly inside: Inside;
}
