import type { GrantState } from '../../ledger/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import { isoTime } from '../http/problem.ts';
import type { Secrets } from '../monitoring/secrets.ts';

/**
 * A pattern that the owner may want to look at. `member` and `address` are keyed hashes, by which one can be told from another;
 * spans are in seconds.
 * - `blocked-member`: a member who is on the block list, or not on the allow list, asked for something.
 * - `many-ids`: one address claimed for more members than the owner finds likely.
 * - `wrong-ids`: one address tried many ids that the service does not know.
 * - `many-refusals`: the service refused many claims of an action.
 * - `unknown-claims`: more claims than before wait for an operator; `oldestAt` is an ISO 8601 time.
 * - `late-reply`: what the service said (`said`) of a claim came too late, and contradicts what was decided (`recorded`). Where it was
 *   granted, the member may be paid twice.
 * - `breaker-opened`: too many calls to a service fail, so claims are put off.
 * - `key-refused`: a service does not accept its API key, so claims are put off.
 * - `ledger-failed`: something could not be recorded, so that claims are not made; `reason` is the ledger's code for it.
 * - `delivery-failed`: a receiver of the config was not told of a claim, and is not tried any more; `outcome` says what came of the last attempt.
 * - `budget-low`: 80 or 95 percent of the budget of an action, or of all actions where none is named, are given out.
 */
export type Alert =
  | { kind: 'blocked-member'; action: string; member: string; list: 'block' | 'allow'; dryRun: boolean }
  | { kind: 'many-ids'; action?: string; address: string; count: number; spanSeconds: number; dryRun: boolean }
  | { kind: 'wrong-ids'; action?: string; address: string; count: number; spanSeconds: number; dryRun: boolean }
  | { kind: 'many-refusals'; action: string; count: number; spanSeconds: number }
  | { kind: 'unknown-claims'; count: number; oldestAt: string }
  | {
      kind: 'late-reply';
      action: string;
      claim: string;
      said: 'granted' | 'refused' | 'released';
      recorded: GrantState;
    }
  | { kind: 'breaker-opened'; service: string }
  | { kind: 'key-refused'; service: string }
  | { kind: 'ledger-failed'; reason: string }
  | { kind: 'delivery-failed'; receiver: string; outcome: string }
  | { kind: 'budget-low'; action?: string; points: number; budget: number; percent: number };

/** An alert as the owner is told of it. `at` is an ISO 8601 time; `more` says how many like it were passed over since the last. */
export type AlertEvent = Alert & { at: string; more: number };

/** Is told of suspicious patterns. What it throws, or rejects with, is logged and has no other effect. */
export type AlertHook = (event: AlertEvent) => void | Promise<void>;

export interface AlertsOptions {
  hooks: readonly AlertHook[];
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

/** For so long, nothing is said of what is like the last. */
const QUIET_MS = 60_000;
const REMEMBERED = 1_000;

/**
 * Where suspicious patterns are reported: logs them and tells the hooks, of each action, member, address or service once a minute,
 * so that an attacker cannot flood the owner. Never throws and never makes a claim wait.
 */
export class Alerts {
  readonly #options: AlertsOptions;
  /** The longest known first. */
  readonly #told = new Map<string, { at: number; more: number }>();

  constructor(options: AlertsOptions) {
    this.#options = options;
  }

  report(alert: Alert): void {
    const { logger, hooks, now } = this.#options;
    const at = now();
    const subject = subjectOf(alert);
    const told = this.#told.get(subject);
    if (told && Math.abs(at - told.at) < QUIET_MS) {
      told.more += 1;
      return;
    }
    const event: AlertEvent = Object.freeze({ ...alert, at: isoTime(at), more: told?.more ?? 0 });
    this.#remember(subject, at);
    const message = MESSAGES[alert.kind];
    if (message !== null) logger.warn(event, message);
    for (const hook of hooks) void this.#tell(hook, event);
  }

  async #tell(hook: AlertHook, event: AlertEvent): Promise<void> {
    try {
      await hook(event);
    } catch (error) {
      const { logger, secrets } = this.#options;
      logger.error({ kind: event.kind, error: secrets.describe(error) }, 'a hook for suspicious patterns failed');
    }
  }

  #remember(subject: string, at: number): void {
    this.#told.delete(subject);
    this.#told.set(subject, { at, more: 0 });
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= REMEMBERED) break;
      this.#told.delete(oldest);
    }
  }
}

function subjectOf(alert: Alert): string {
  const { kind, action, claim, member, address, service, percent, reason, receiver }: Partial<Record<string, unknown>> =
    {
      ...alert,
    };
  return JSON.stringify([kind, action, claim, member, address, service, percent, reason, receiver]);
}

/** Null if the log has it already. */
const MESSAGES: Record<Alert['kind'], string | null> = {
  'blocked-member': 'suspicious: a member who may not claim tried to',
  'many-ids': 'suspicious: many members claim from one address',
  'wrong-ids': 'suspicious: many ids that are nobody come from one address',
  'many-refusals': 'suspicious: the service refuses many claims',
  'unknown-claims': 'more claims wait for an operator than before: look at rewards claims list --state unknown',
  'late-reply': null,
  'breaker-opened': null,
  'key-refused': null,
  'ledger-failed': 'the ledger fails, and claims with it: rewards doctor says why',
  'delivery-failed': null,
  'budget-low': 'little is left of a budget',
};
