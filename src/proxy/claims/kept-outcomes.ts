import { pause } from '../../service/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';

export interface KeptOutcomesOptions {
  logger: Logger;
  secrets: Secrets;
}

interface Kept {
  /** What the log says about it. */
  details: () => object;
  /** Records it in the ledger, and resolves the promise of the caller. Rejects if the ledger fails. */
  record: () => Promise<void>;
  giveUp: (reason: Error) => void;
}

/** Short enough for a visitor who waits, if the ledger failed only once. */
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 2_000;

/**
 * Known outcomes that the ledger could not record, because it is away, full or locked. They are kept in memory and tried again as long as the process
 * runs: one at a time, so as not to overload a ledger that is back. One that fails is tried again after the others.
 */
export class KeptOutcomes {
  readonly #options: KeptOutcomesOptions;
  readonly #end = new AbortController();
  #waiting: Kept[] = [];
  #running = false;

  constructor(options: KeptOutcomesOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#waiting.length;
  }

  /**
   * Records an outcome in the ledger, however long that takes, and resolves with the result of `record`. `delayed` is called if the first try fails.
   * Rejects if the ledger has no such claim, or after `giveUp`.
   */
  async record<T>(details: () => object, record: () => Promise<T>, delayed: () => void): Promise<T> {
    try {
      return await record();
    } catch (error) {
      if (isFinal(error) || this.#end.signal.aborted) {
        this.#tell(details, error, 'the outcome of a call could not be recorded');
        throw error;
      }
      this.#tell(details, error, 'the outcome of a call could not be recorded: it is kept, and tried again');
    }
    delayed();
    const value = await this.#keep(details, record);
    this.#options.logger.info(details(), 'the outcome of a call has been recorded after all');
    return value;
  }

  /** Gives up all outcomes that still wait: they are only in the log. */
  giveUp(): void {
    this.#end.abort();
    const reason = new Error('the proxy was closed before the ledger was back');
    for (const { details, giveUp } of this.#waiting) {
      this.#options.logger.error(
        details(),
        'the outcome of a call is lost, since the ledger was not back in time: record it at the desk, or with rewards claims resolve',
      );
      giveUp(reason);
    }
    this.#waiting = [];
  }

  #keep<T>(details: () => object, record: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const recordAndTell = async (): Promise<void> => resolve(await record());
    this.#waiting.push({ details, record: recordAndTell, giveUp: reject });
    void this.#tryAll();
    return promise;
  }

  async #tryAll(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    let waitMs = FIRST_WAIT_MS;
    while (this.#waiting.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- the ledger is given time
      if (waitMs > 0) await pause(waitMs, this.#end.signal);
      const [kept] = this.#waiting;
      // oxlint-disable-next-line no-await-in-loop -- one at a time
      const failed = kept !== undefined && (await this.#try(kept));
      waitMs = failed ? Math.min(Math.max(2 * waitMs, FIRST_WAIT_MS), MAX_WAIT_MS) : 0;
    }
    this.#running = false;
  }

  /** Resolves with whether the ledger failed again. */
  async #try(kept: Kept): Promise<boolean> {
    let failed = false;
    try {
      await kept.record();
    } catch (error) {
      failed = !isFinal(error);
      if (!failed) {
        this.#tell(kept.details, error, 'the outcome of a call could not be recorded');
        kept.giveUp(error instanceof Error ? error : new Error(String(error)));
      }
    }
    const others = this.#waiting.filter((one) => one !== kept);
    if (!this.#end.signal.aborted) this.#waiting = failed ? [...others, kept] : others;
    return failed;
  }

  #tell(details: () => object, error: unknown, message: string): void {
    const { logger, secrets } = this.#options;
    logger.error({ ...details(), error: secrets.describe(error) }, message);
  }
}

/** Whether the ledger works, but has no claim that this outcome belongs to. */
function isFinal(error: unknown): boolean {
  return error instanceof RangeError;
}
