import https from 'node:https';
import { type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';

const NAMES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'] as const;

/** The variables that name an HTTP proxy of the network, as Node's `https.Agent` reads them. Those in lower case come first. */
export type ProxyEnv = Readonly<Partial<Record<(typeof NAMES)[number], string | undefined>>>;

export interface TunnelOptions {
  pool: Pool.Options;
  /** The limit in milliseconds of each of: the connection to the proxy, its answer, and TLS with the service. */
  connectTimeoutMs: number;
  /** For TLS with the service. */
  tls: buildConnector.BuildOptions;
  /** Makes one client of a pool, whose connections `connect` makes; without `connect` they go directly to the service. */
  client: (target: URL, settings: Pool.Options, connect?: buildConnector.connector) => Dispatcher;
}

/** An HTTP proxy of the network, through which calls leave it. */
export interface NetworkProxy {
  address: URL;
  /** The hosts that are called directly all the same, as in `NO_PROXY`. */
  except: string;
}

/**
 * The proxy that the variables name; null if they name none. By default they are the variables of the process, if Node uses them
 * (`NODE_USE_ENV_PROXY=1`), and if no library has put an agent of its own in place of Node's. Throws `TypeError` if the address of the proxy is not valid. The error does not repeat it, because it may contain a
 * password.
 */
export function networkProxy(env: ProxyEnv = https.globalAgent.options?.proxyEnv ?? {}): NetworkProxy | null {
  const name = NAMES.slice(0, 4).find((each) => env[each]);
  if (name === undefined) return null;
  const address = URL.parse(env[name] ?? '');
  if (address && /^https?:$/.test(address.protocol)) return { address, except: env.no_proxy ?? env.NO_PROXY ?? '' };
  throw new TypeError(`${name} is no address of an HTTP proxy: write it in full, such as http://proxy.example:3128`);
}

/** Uses a `CONNECT` tunnel through the proxy: the proxy sees the host of a call, but neither the call nor the key. */
export function tunnelled(
  { address, except }: NetworkProxy,
  { pool, connectTimeoutMs, tls, client }: TunnelOptions,
): Dispatcher {
  return new EnvHttpProxyAgent({
    ...pool,
    httpProxy: '',
    httpsProxy: address.href,
    noProxy: except,
    connectTimeout: connectTimeoutMs,
    requestTls: { ...tls, allowH2: false },
    // undici's own limit for the answer to `CONNECT` is five minutes.
    clientFactory: (origin: URL, settings: object) =>
      new Pool(origin, { ...settings, headersTimeout: connectTimeoutMs }),
    factory: (target: string | URL, { connect, ...settings }: Pool.Options) =>
      new Pool(target, {
        ...settings,
        factory: (origin, own) => client(origin, own, typeof connect === 'function' ? connect : undefined),
      }),
  });
}
