/** The headers of a request, by their names in any case. One that came more than once is one text, with commas. */
export type IncomingHeaders = Pick<Headers, 'get' | 'has'>;

/** A request as far as the proxy reads it: for runtimes where a whole `Request` costs more to make than to answer. */
export interface BareRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
  arrayBuffer(): Promise<ArrayBuffer | Uint8Array>;
  /** The same without its body, for functions of the owner's, which take a `Request`. */
  toRequest(): Request;
}

/** Stands for the host of a request that names none, as HTTP/1.0 allows: load balancers look so whether a server is well. */
export const NO_HOST = 'proxy.invalid';

/** Whatever the proxy answers. */
export type Incoming = Request | BareRequest;
