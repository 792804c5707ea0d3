import { SEE_SET_ASIDE } from '../../ledger/index.ts';
import type { Transport } from '../../service/index.ts';
import type { Logger } from '../monitoring/logger.ts';

/** The largest difference between two clocks that a ledger tolerates. */
const TOLERANCE_MS = 60_000;

/**
 * The same transport, which compares this machine's clock with the `Date` of replies (RFC 9110, section 6.6.1). Nothing else notices a clock that was
 * wrong before the proxy was started. The other clock may be the wrong one, so claims continue, and a difference is logged: once, until the clocks
 * agree again. `now` is in epoch milliseconds.
 */
export function datedTransport(transport: Transport, logger: Logger, now: () => number): Transport {
  const apart = new Set<string>();
  return async (request) => {
    const sentAt = now();
    const reply = await transport(request);
    const { host } = request.url;
    const aheadMs = aheadBy(Date.parse(reply.headers.get('date') ?? ''), [sentAt, now()]);
    if (Math.abs(aheadMs) <= TOLERANCE_MS && apart.delete(host)) {
      logger.info({ service: host }, "this machine's clock and the service's agree again");
    }
    if (Math.abs(aheadMs) > TOLERANCE_MS && !apart.has(host)) {
      apart.add(host);
      logger.error(
        { service: host, aheadMs },
        `this machine's clock differs from the service's, so claims may count for another day: correct it if it is wrong; if it was ahead, ${SEE_SET_ASIDE}`,
      );
    }
    return reply;
  };
}

/**
 * By how much this machine's clock was ahead of the other one during a call, at least, in milliseconds; less than 0 if it was behind. The reply
 * may have been written at any moment of the call, and have waited since, as for a process that was stopped.
 */
function aheadBy(date: number, during: readonly [number, number]): number {
  return Math.max(Math.min(...during) - date, Math.min(Math.max(...during) - date, 0));
}
