/**
 * Time and size limits of a server, which disconnect slow clients. Node's own defaults are 60 s for headers and 300 s for a request: too long for an
 * endpoint that anybody can reach.
 */
export const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_500,
  /** Longer than the idle time of common load balancers, so that none of them writes to a connection that is just being closed. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
};
