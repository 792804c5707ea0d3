/** What the runtime knows of a connection and a `Request` does not say. */
export interface Connection {
  /**
   * The address that it came from, such as `203.0.113.9`: of the visitor, or of the last proxy on the way. Without it, and without
   * `clientAddressHeader` in the config, no limit by address holds.
   */
  clientAddress?: string | undefined;
}

/** Answers requests, as the proxy does: what adapters convert to and from. */
export interface Handler {
  /** The proxy's own never rejects. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
}
