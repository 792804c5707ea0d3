import type { ClaimRecord, Ledger } from '../../ledger/index.ts';
import type { Action } from '../actions/action.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { Alerts } from './alerts.ts';
import { isoTime } from '../../common/iso-time.ts';

export interface AlertMonitorOptions {
  ledger: Ledger;
  alerts: Alerts;
  /** How many refusals of an action within ten minutes are reported. */
  refusals: number;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

const SPAN_SECONDS = 600;
/** Shares of a budget at which the owner is told. */
const PERCENTS = [80, 95] as const;

/**
 * Watches the outcomes of claims, and reports many refusals, unknown outcomes and budgets that are nearly used. It queries the ledger in
 * the background, so no visitor waits for it. A query that fails is logged.
 */
export class AlertMonitor {
  readonly #options: AlertMonitorOptions;
  readonly #refused = new Map<string, { since: number; count: number }>();
  readonly #reported = new Map<string, number>();
  readonly #looking = new Map<string, Promise<void>>();
  #unknown = 0;

  constructor(options: AlertMonitorOptions) {
    this.#options = options;
  }

  /** Call after a claim was carried out. */
  ended(action: Action, { state }: ClaimRecord): void {
    if (state === 'refused') this.#countRefusal(action.name);
    if (state === 'pending') this.unknown();
    if (action.points === null || state === 'refused' || state === 'released') return;
    if (action.budget !== null) this.#lookAtBudget(action.budget, action.name);
    if (action.totalBudget !== null) this.#lookAtBudget(action.totalBudget);
  }

  /** Call when the outcome of a claim may be unknown. */
  unknown(): void {
    const { ledger, alerts } = this.#options;
    this.#lookAt('unknown', async () => {
      const { count, oldestAt } = await ledger.unknown();
      if (count > this.#unknown && oldestAt !== null) {
        alerts.report({ kind: 'unknown-claims', count, oldestAt: isoTime(oldestAt) });
      }
      this.#unknown = count;
    });
  }

  /** Resolves once no query is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#looking.values());
  }

  #countRefusal(action: string): void {
    const { now, refusals, alerts } = this.#options;
    const at = now();
    const known = this.#refused.get(action);
    const current = known && Math.abs(at - known.since) < SPAN_SECONDS * 1000 ? known : { since: at, count: 0 };
    this.#refused.set(action, current);
    current.count += 1;
    if (current.count % refusals > 0) return;
    alerts.report({ kind: 'many-refusals', action, count: current.count, spanSeconds: SPAN_SECONDS });
  }

  #lookAtBudget(budget: number, action?: string): void {
    const { ledger, alerts } = this.#options;
    const subject = action === undefined ? 'budget' : `budget of ${action}`;
    const reported = this.#reported.get(subject) ?? 0;
    if (reported === PERCENTS.at(-1)) return;
    this.#lookAt(subject, async () => {
      const of = action === undefined ? {} : { action };
      const points = await ledger.pointsHeld(of);
      const percent = PERCENTS.findLast((one) => points * 100 >= budget * one) ?? 0;
      if (percent <= reported) return;
      this.#reported.set(subject, percent);
      alerts.report({ kind: 'budget-low', ...of, points, budget, percent });
    });
  }

  /** Does nothing while the same query is under way: the next claim starts another one. */
  #lookAt(subject: string, look: () => Promise<void>): void {
    if (this.#looking.has(subject)) return;
    const { logger, secrets } = this.#options;
    const looking = look()
      .catch((error) => logger.warn({ error: secrets.describe(error) }, `could not look at: ${subject}`))
      .finally(() => this.#looking.delete(subject));
    this.#looking.set(subject, looking);
  }
}
