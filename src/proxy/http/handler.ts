/** What the runtime knows of a connection, and a `Request` does not contain. */
export interface Connection {
  /**
   * The address that the connection is from, such as `203.0.113.9`: of the visitor, or of the last proxy on the way. Without it, and without
   * `clientAddressHeader` in the config, limits by address do not apply.
   */
  clientAddress?: string | undefined;
}

/** Answers requests, like the proxy. Adapters convert to and from this interface. */
export interface Handler {
  /** The proxy's own `fetch` never rejects. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
}
