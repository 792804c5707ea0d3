/**
 * How long a server waits, and for how much, which cuts off who is slow. Node itself allows 60 s for headers and 300 s for a request,
 * which is too patient for an endpoint that anybody can reach.
 */
export const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_500,
  /** Longer than the idle time of common load balancers, so that none writes into a connection just being closed. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
};
