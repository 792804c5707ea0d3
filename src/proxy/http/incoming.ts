/** The headers of a request. Names may have any case. A header that came more than once is one text, separated by commas. */
export type IncomingHeaders = Pick<Headers, 'get' | 'has'>;

/** The part of a request that the proxy reads, for runtimes where it costs more to make a `Request` than to answer it. */
export interface BareRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer | Uint8Array>;
  /** A `Request` without the body, for functions of the owner's. */
  toRequest(): Request;
}

/** The host of a request that names none, as HTTP/1.0 allows: some load balancers check servers in this way. */
export const NO_HOST = 'proxy.invalid';

/** A request in either form. */
export type Incoming = Request | BareRequest;
