import type { Logger } from '../../monitoring/logger.ts';
import { RequestProblem } from '../../http/problem.ts';

/** Calls `run`, and logs the reason if it refuses the request. The reason is a text of the proxy's own. */
export async function loggingRefusal<T>(
  { logger, requestId }: { logger: Logger; requestId: string },
  message: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RequestProblem) logger.info({ requestId, reason: error.problem.detail }, message);
    throw error;
  }
}
