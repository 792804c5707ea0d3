import { type Dispatcher, Pool } from 'undici';
import { ReplyBody } from './reply-body.ts';
import { describeError } from './text.ts';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from './transport.ts';

export interface UndiciTransportOptions {
  /** Most connections to one origin; 64 by default. Calls beyond it wait, and waiting counts as connecting. */
  connections?: number;
  /** Handed to `net.connect` and `tls.connect`, such as `ca` for a private certificate authority, or `lookup`. */
  connect?: Exclude<Pool.Options['connect'], (...parameters: never) => unknown>;
}

/** A transport that holds connections open until it is closed. */
export interface UndiciTransport extends Transport {
  /** Waits for the calls in flight, then closes the connections. */
  close: () => Promise<void>;
}

/**
 * The transport for Node and Deno. It knows whether a byte may have been written: undici announces a request (`onRequestStart`)
 * just before it writes it.
 *
 * HTTP/1.1 without pipelining, because then one connection carries one call and that knowledge is exact; over HTTP/2
 * undici puts streams that the server turned away back into its queue by itself.
 *
 * Throws where a runtime has put something of its own in undici's place, as Bun does.
 */
export function undiciTransport({ connections = 64, connect = {} }: UndiciTransportOptions = {}): UndiciTransport {
  if (typeof Pool.prototype.dispatch !== 'function') {
    throw new Error('this runtime has another undici in its place: leave the transport out, or give fetchTransport()');
  }
  const pools = new Map<string, Pool>();
  let closed: Promise<unknown> | undefined;

  function poolFor({ url, connectTimeoutMs }: TransportRequest): Pool {
    const name = `${url.origin} ${connectTimeoutMs}`;
    const known = pools.get(name);
    if (known) return known;
    const pool = new Pool(url.origin, {
      connections,
      pipelining: 1,
      allowH2: false,
      connectTimeout: connectTimeoutMs,
      connect,
      // The exchange has one timer for the whole reply; undici's two start anew with every byte of a slow drip.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    pools.set(name, pool);
    return pool;
  }

  const transport: Transport = (request) =>
    new Promise((resolve, reject) => {
      const { url, headers, body, signal } = request;
      if (closed || signal?.aborted) {
        const failure = closed ? 'the transport is closed' : 'the call was cancelled before it began';
        reject(new TransportError(failure, { written: false }));
        return;
      }
      const exchange = new Exchange(request, resolve, reject);
      poolFor(request).dispatch({ path: url.pathname + url.search, method: 'POST', headers, body }, exchange);
    });

  return Object.assign(transport, {
    close: async () => {
      closed ??= Promise.all(Array.from(pools.values(), (pool) => pool.close()));
      await closed;
    },
  });
}

/** One request and its reply. It settles once; what undici reports later is of no use. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #resolve: (reply: TransportReply) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #body: ReplyBody;
  readonly #startBy: number;
  readonly #cancel = (): void => this.#stop('the call was cancelled');
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<TransportReply, 'status' | 'headers'> | undefined;
  #settled = false;

  constructor(
    request: TransportRequest,
    resolve: (reply: TransportReply) => void,
    reject: (error: TransportError) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new ReplyBody(request.maxReplyBytes);
    this.#startBy = performance.now() + request.connectTimeoutMs;
    this.#timer = setTimeout(() => this.#stop(this.#lateStart()), request.connectTimeoutMs);
    request.signal?.addEventListener('abort', this.#cancel);
  }

  /** undici is about to write. Throwing here takes the request out of its queue and leaves the connection in use. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The timer alone would not do: a process that was suspended may find the connection ready before the timer fires.
    if (!this.#settled && performance.now() > this.#startBy) this.#stop(this.#lateStart());
    // A second start would write the request twice.
    if (this.#settled || this.#controller) throw new Error('must not be written');
    this.#controller = controller;
    clearTimeout(this.#timer);
    const { replyTimeoutMs } = this.#request;
    this.#timer = setTimeout(() => this.#stop(`no whole reply within ${replyTimeoutMs} ms`), replyTimeoutMs);
  }

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    const byName = new Map(Object.entries(headers));
    this.#head = { status, headers: { get: (name) => byName.get(name.toLowerCase())?.toString() ?? null } };
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    if (!this.#body.add(chunk)) this.#stop(`the reply is longer than ${this.#request.maxReplyBytes} bytes`);
  }

  onResponseEnd(): void {
    const encoding = this.#head?.headers.get('content-encoding') ?? 'identity';
    this.#settle(encoding === 'identity' ? undefined : 'the reply is compressed, which was not asked for');
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#settle(describeError(error));
  }

  #lateStart(): string {
    return `no connection within ${this.#request.connectTimeoutMs} ms`;
  }

  #stop(failure: string): void {
    this.#settle(failure);
    this.#controller?.abort(new Error(failure));
  }

  #settle(failure?: string): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    if (this.#head) this.#resolve({ ...this.#head, ...this.#body.finish(failure) });
    // No `cause`: undici's parser errors carry the raw bytes of the reply, and those may repeat the API key.
    else this.#reject(new TransportError(failure ?? 'there was no reply', { written: this.#controller !== undefined }));
  }
}
