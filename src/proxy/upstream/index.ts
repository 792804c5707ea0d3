/**
 * The calls to the service, and what holds them back: how many are under way, a service that is down, a key that is not
 * accepted. Imports the service client, the ledger port's types, and the proxy's config, permits, logger and metrics.
 */
export { BREAKER_STATES } from './circuit-breaker.ts';
export { datedTransport } from './dated-transport.ts';
export { type Hold, KEY_MEND, type Pass, throttledSeconds } from './upstream-gate.ts';
export { notCalled, type Upstream, upstreamsOf } from './upstream.ts';
