import { buildConnector, type Dispatcher, Pool } from 'undici';
import { isLoopback } from './service-url.ts';
import { type Transport, TransportError, type TransportRequest } from './transport.ts';
import { networkProxy, type ProxyEnv, tunnelled } from './undici/env-proxy.ts';
import { Exchange } from './undici/exchange.ts';
import { LineClient } from './undici/line-client.ts';

export interface UndiciTransportOptions {
  /** Most connections to one origin; 64 by default. Calls beyond it wait, and waiting counts as connecting. */
  connections?: number;
  /** Handed to `net.connect` and `tls.connect`, such as `ca` for a private certificate authority, or `lookup`. */
  connect?: Exclude<Pool.Options['connect'], (...parameters: never) => unknown>;
  /**
   * The variables that may name an HTTP proxy of the network, `HTTPS_PROXY` and `NO_PROXY`, as `https.Agent` reads them; default: those of the
   * process if Node uses them (`NODE_USE_ENV_PROXY=1`). The proxy is asked for a tunnel, so it sees neither call nor key. This machine is never
   * called through it.
   */
  proxyEnv?: ProxyEnv | undefined;
  /** Called with the origin each time it sends unsolicited data. */
  onUnasked?: (origin: string) => void;
}

/** A transport that keeps connections open until it is closed. */
export interface UndiciTransport extends Transport {
  /** Waits for the calls in flight, then closes the connections. */
  close: () => Promise<void>;
}

/**
 * The transport for Node and Deno. It knows whether a byte may have been written: undici announces a request (`onRequestStart`) just before it writes
 * it.
 *
 * It uses HTTP/1.1 without pipelining: then one connection carries one call, and that knowledge is exact. Over HTTP/2, undici itself puts streams
 * that the server refused back into its queue.
 *
 * Unsolicited data between two calls ends the connection, and data after a reply makes that call's outcome unknown. From then on each call to that
 * origin uses a new connection, because a stray reply that comes after the next call was written cannot be told from its answer.
 *
 * Throws if a runtime has replaced undici, as Bun does, and `TypeError` if `proxyEnv` names a proxy that it cannot use.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const { connections = 64, connect = {}, onUnasked } = options;
  if (typeof Pool.prototype.dispatch !== 'function') {
    throw new Error('this runtime has another undici in its place: leave the transport out, or give fetchTransport()');
  }
  const connector = (timeout: number) => buildConnector({ ...connect, timeout, allowH2: false });
  const proxy = networkProxy(options.proxyEnv);
  const pools = new Map<string, Dispatcher>();
  const distrusted = new Set<string>();
  let closed: Promise<unknown> | undefined;

  function poolFor({ url: { origin, hostname }, connectTimeoutMs }: TransportRequest): Dispatcher {
    const name = `${origin} ${connectTimeoutMs}`;
    const known = pools.get(name);
    if (known) return known;
    const connectLine = connector(connectTimeoutMs);
    const distrust = (): void => {
      distrusted.add(origin);
      onUnasked?.(origin);
    };
    const client = (target: URL, settings: Pool.Options, connectBy = connectLine): LineClient =>
      new LineClient(target, settings, connectBy, distrust);
    const settings = {
      connections,
      pipelining: 1,
      allowH2: false,
      // The exchange has one timer for the whole reply. undici's two timers start again with every byte.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    // http:// is only for this machine, and would show a proxy the key.
    const tunnel =
      proxy && !isLoopback(hostname)
        ? tunnelled(proxy, { pool: settings, connectTimeoutMs, tls: connect, client })
        : null;
    const pool = tunnel ?? new Pool(origin, { ...settings, factory: client });
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
      const { origin } = url;
      const call = { origin, path: url.pathname + url.search, method: 'POST', headers, body } as const;
      poolFor(request).dispatch(distrusted.has(origin) ? { ...call, reset: true } : call, exchange);
    });

  return Object.assign(transport, {
    close: async () => {
      closed ??= Promise.all(Array.from(pools.values(), (pool) => pool.close()));
      await closed;
    },
  });
}
