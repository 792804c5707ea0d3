import type { GrantState } from '../../ledger/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { isoTime } from '../../common/iso-time.ts';

/**
 * Something that the owner should look at. `member` and `address` are keyed hashes: different members have different ones;
 * spans are in seconds.
 * - `blocked-member`: a member on the block list, or not on the allow list, asked for something.
 * - `many-ids`: one address claimed for more members than `limits.manyIds` allows.
 * - `wrong-ids`: one address tried many ids that are malformed or that the service refused.
 * - `many-refusals`: the service refused many claims of an action.
 * - `unknown-claims`: more claims than before wait for an operator; `oldestAt` is an ISO 8601 time.
 * - `late-reply`: the service's late reply (`said`) contradicts what was decided about a claim (`recorded`). If it was
 *   granted, the member may be paid twice. `claim` is the claim's reference: its whole id would show the member to who has it.
 * - `breaker-opened`: too many calls to a service fail, so claims are delayed.
 * - `key-refused`: a service refuses its API key, so claims are delayed.
 * - `ledger-failed`: the ledger fails, so no claims are made; `reason` is the ledger's code.
 * - `delivery-failed`: a receiver could not be told of a claim and is not tried again; `outcome` is the result of the last attempt.
 * - `budget-low`: 80 or 95 percent of a budget is used: of the named action, or of all actions.
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

/** An alert as the owner gets it. `at` is an ISO 8601 time; `more` counts similar alerts that were skipped since the last one. */
export type AlertEvent = Alert & { at: string; more: number };

/** Gets alerts. Its errors are logged and have no other effect. */
export type AlertHook = (event: AlertEvent) => void | Promise<void>;

export interface AlertsOptions {
  hooks: readonly AlertHook[];
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Alerts like the last one are skipped for this long. */
const QUIET_MS = 60_000;
const REMEMBERED = 1_000;

/**
 * Takes alerts: logs them and calls the hooks, at most once a minute for each action, member, address or service,
 * so that an attacker cannot flood the owner. Never throws and never delays a claim.
 */
export class Alerts {
  readonly #options: AlertsOptions;
  /** The longest known first. */
  readonly #reported = new Map<string, { at: number; more: number }>();

  constructor(options: AlertsOptions) {
    this.#options = options;
  }

  report(alert: Alert): void {
    const { logger, hooks, now } = this.#options;
    const at = now();
    const subject = subjectOf(alert);
    const last = this.#reported.get(subject);
    if (last && Math.abs(at - last.at) < QUIET_MS) {
      last.more += 1;
      return;
    }
    const event: AlertEvent = Object.freeze({ ...alert, at: isoTime(at), more: last?.more ?? 0 });
    this.#remember(subject, at);
    const { message } = KINDS[alert.kind];
    if (message !== null) logger.warn(event, message);
    for (const hook of hooks) void this.#callHook(hook, event);
  }

  async #callHook(hook: AlertHook, event: AlertEvent): Promise<void> {
    try {
      await hook(event);
    } catch (error) {
      const { logger, secrets } = this.#options;
      logger.error({ kind: event.kind, error: secrets.describe(error) }, 'a hook for alerts failed');
    }
  }

  #remember(subject: string, at: number): void {
    this.#reported.delete(subject);
    this.#reported.set(subject, { at, more: 0 });
    for (const oldest of this.#reported.keys()) {
      if (this.#reported.size <= REMEMBERED) break;
      this.#reported.delete(oldest);
    }
  }
}

/**
 * For each kind of alert, its log message, or null if the event is logged elsewhere, and the property that identifies its subject: alerts with
 * the same subject are reported once a minute.
 */
const KINDS: {
  readonly [Kind in Alert['kind']]: {
    message: string | null;
    subject: readonly (keyof Extract<Alert, { kind: Kind }>)[];
  };
} = {
  'blocked-member': { message: 'suspicious: a member who may not claim tried to', subject: ['action', 'member'] },
  'many-ids': { message: 'suspicious: many members claim from one address', subject: ['action', 'address'] },
  'wrong-ids': {
    message: 'suspicious: many ids that are nobody come from one address',
    subject: ['action', 'address'],
  },
  'many-refusals': { message: 'suspicious: the service refuses many claims', subject: ['action'] },
  'unknown-claims': {
    message:
      'more claims wait for an operator than before: look at them at the desk, or with rewards claims list --state unknown',
    subject: [],
  },
  'late-reply': { message: null, subject: ['action', 'claim'] },
  'breaker-opened': { message: null, subject: ['service'] },
  'key-refused': { message: null, subject: ['service'] },
  'ledger-failed': {
    message: 'the ledger fails, and claims with it: Health at the desk says why, or rewards doctor',
    subject: ['reason'],
  },
  'delivery-failed': { message: null, subject: ['receiver'] },
  'budget-low': { message: 'little is left of a budget', subject: ['action', 'percent'] },
};

/** Members who are not on an allow list are one subject together, because anybody can name any number of them. */
function subjectOf(alert: Alert): string {
  const values: Partial<Record<string, unknown>> = { ...alert };
  if (values['list'] === 'allow') delete values['member'];
  return JSON.stringify([alert.kind, ...KINDS[alert.kind].subject.map((name) => values[name] ?? null)]);
}
