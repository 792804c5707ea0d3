import { buildConnector, Pool } from 'undici';
import { type Transport, TransportError, type TransportRequest } from './transport.ts';
import { Exchange } from './undici/exchange.ts';
import { LineClient } from './undici/line-client.ts';

export interface UndiciTransportOptions {
  /** Most connections to one origin; 64 by default. Calls beyond it wait, and waiting counts as connecting. */
  connections?: number;
  /** Handed to `net.connect` and `tls.connect`, such as `ca` for a private certificate authority, or `lookup`. */
  connect?: Exclude<Pool.Options['connect'], (...parameters: never) => unknown>;
  /** Is told of an origin that said what it was not asked, each time. */
  onUnasked?: (origin: string) => void;
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
 * What the service says between two calls ends the connection, and what follows a reply makes that call's outcome unknown. From
 * then on each call to that origin has a connection of its own: a stray reply that comes after the next call was written cannot
 * be told from its answer.
 *
 * Throws where a runtime has put something of its own in undici's place, as Bun does.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { connections = 64, connect = {}, onUnasked } = options;
  if (typeof Pool.prototype.dispatch !== 'function') {
    throw new Error('this runtime has another undici in its place: leave the transport out, or give fetchTransport()');
  }
  const connector = (timeout: number) => buildConnector({ ...connect, timeout, allowH2: false });
  const pools = new Map<string, Pool>();
  const distrusted = new Set<string>();
  let closed: Promise<unknown> | undefined;

  function poolFor({ url: { origin }, connectTimeoutMs }: TransportRequest): Pool {
    const name = `${origin} ${connectTimeoutMs}`;
    const known = pools.get(name);
    if (known) return known;
    const connectLine = connector(connectTimeoutMs);
    const distrust = (): void => {
      distrusted.add(origin);
      onUnasked?.(origin);
    };
    const pool = new Pool(origin, {
      connections,
      factory: (target, settings) => new LineClient(target, settings, connectLine, distrust),
      pipelining: 1,
      allowH2: false,
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
      const call = { path: url.pathname + url.search, method: 'POST', headers, body } as const;
      poolFor(request).dispatch(distrusted.has(url.origin) ? { ...call, reset: true } : call, exchange);
    });

  return Object.assign(transport, {
    close: async () => {
      closed ??= Promise.all(Array.from(pools.values(), (pool) => pool.close()));
      await closed;
    },
  });
}
