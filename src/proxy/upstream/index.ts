/**
 * Calls to the service, and what delays them: too many calls at once, a service that is down, a refused key. Imports the service
 * client, the ledger port's types, and the proxy's config, permits, logger and metrics.
 */
export { datedTransport } from './dated-transport.ts';
export { type Hold, KEY_ADVICE, type Pass, throttledSeconds } from './admission.ts';
export { notCalled, type Upstream, upstreamsOf } from './upstream.ts';
