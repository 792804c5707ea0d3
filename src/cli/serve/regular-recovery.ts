import type { Logger, Proxy } from '../../proxy/index.ts';

const INTERVAL_MS = 15_000;

/**
 * Has the ledger recover now and then, also while no request comes, until the returned function is called, which lets the run under way
 * end. Any number of processes may do so at once: each claim is settled by one of them.
 */
export function startRecovery({ inside }: Pick<Proxy, 'inside'>, logger: Logger): () => Promise<void> {
  let running: Promise<void> | null = null;
  let hasFailed = false;
  const recover = async (): Promise<void> => {
    try {
      await inside.recover();
      hasFailed = false;
    } catch (error) {
      // Once for each outage: requests that fail have lines of their own.
      if (!hasFailed) logger.error({ error: error instanceof Error ? error.message : String(error) }, FAILED);
      hasFailed = true;
    } finally {
      running = null;
    }
  };
  const tick = (): void => {
    running ??= recover();
  };
  // Processes that start together need not recover together.
  const timer = setInterval(tick, INTERVAL_MS * (0.8 + 0.4 * Math.random()));
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

const FAILED = 'claims that were left in flight could not be settled: this is tried again until the ledger works';
