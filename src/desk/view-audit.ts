import type { Ledger } from '../ledger/index.ts';
import type { Logger } from '../proxy/index.ts';
import { type DeskUser, nameOf } from './desk-user.ts';

const SAME_VIEW_MS = 10 * 60_000;
const MAX_VIEWS = 1000;

export interface ViewAuditOptions {
  ledger: Pick<Ledger, 'noteAudit'>;
  logger: Pick<Logger, 'warn'>;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Records in the audit who viewed what. */
export class ViewAudit {
  readonly #options: ViewAuditOptions;
  readonly #viewedAt = new Map<string, number>();

  constructor(options: ViewAuditOptions) {
    this.#options = options;
  }

  /** Never rejects: the desk is needed most while the ledger fails, so a view that cannot be recorded is shown all the same. */
  async record(
    user: DeskUser,
    what: string,
    claimId: string | null = null,
    details: object | null = null,
  ): Promise<void> {
    const { ledger, logger, now } = this.#options;
    try {
      await ledger.noteAudit({ at: now(), who: nameOf(user), what, claimId, details });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      logger.warn({ reason }, 'what the desk showed could not be noted');
    }
  }

  /** Records what an open page requests again and again: once, until it has not been requested for ten minutes. */
  async recordOnce(user: DeskUser, what: string, details: object | null = null): Promise<void> {
    if (this.#isNew(user.alias ?? nameOf(user), [what, details])) await this.record(user, what, null, details);
  }

  #isNew(who: string, view: unknown): boolean {
    const now = this.#options.now();
    const key = JSON.stringify([who, view]);
    const before = this.#viewedAt.get(key);
    this.#viewedAt.delete(key);
    this.#viewedAt.set(key, now);
    const [oldest] = this.#viewedAt.keys();
    if (this.#viewedAt.size > MAX_VIEWS && oldest !== undefined) this.#viewedAt.delete(oldest);
    return before === undefined || now - before > SAME_VIEW_MS;
  }
}
