/** Answers requests, as the proxy does: what adapters convert to and from. */
export interface Handler {
  /** The proxy's own never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
}
