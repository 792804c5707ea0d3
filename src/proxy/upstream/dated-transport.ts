import type { Transport } from '../../service/index.ts';
import type { Logger } from '../monitoring/logger.ts';

/** As much as a ledger puts up with between two clocks. */
const TOLERANCE_MS = 60_000;

/**
 * The same transport, which holds this machine's clock against when replies say that they were made (RFC 9110, section 6.6.1). A clock that
 * was wrong before the proxy was started is seen by nothing else. It may be the other one that is wrong, so claims go on, and the log says it: once,
 * until the two agree again. `now` is in epoch milliseconds.
 */
export function datedTransport(transport: Transport, logger: Logger, now: () => number): Transport {
  const apart = new Set<string>();
  return async (request) => {
    const reply = await transport(request);
    const { host } = request.url;
    const aheadMs = now() - Date.parse(reply.headers.get('date') ?? '');
    if (Math.abs(aheadMs) <= TOLERANCE_MS && apart.delete(host)) {
      logger.info({ service: host }, "this machine's clock and the service's agree again");
    }
    if (Math.abs(aheadMs) > TOLERANCE_MS && !apart.has(host)) {
      apart.add(host);
      logger.error(
        { service: host, aheadMs },
        "this machine's clock differs from the service's, so claims may count for another day: correct it if it is wrong; if it was ahead, see rewards ledger set-aside --help",
      );
    }
    return reply;
  };
}
