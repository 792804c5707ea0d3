import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { errorCode } from '../../common/error-code.ts';
import { SERVER_LIMITS } from '../../proxy/http/server-limits.ts';
import { boundConnections } from './connection-bounds.ts';
import { byOwnNames, isOwn } from './own-names.ts';
import { portOwner } from './port-owner.ts';

/** For replies to leave once all that they say has been settled. */
const GRACE_MS = 2_000;

export interface ListenOptions {
  /** The address to listen on; by default one that this machine alone can reach. */
  host?: string;
  /** 0 takes any port that is free. */
  port: number;
  /** The option that sets the port, for errors. */
  option: string;
  /**
   * Whether requests may name any host, because what stands before the server passes on the name that visitors used. Otherwise a
   * server on this machine alone answers by the names of this machine alone.
   */
  anyHost?: boolean;
  /** Whether the processes that serve together share the port; else it is this one's alone. */
  isShared?: boolean;
}

/** An HTTP server that listens. `url` is its address without a slash at the end. */
export interface Listening {
  server: Server;
  url: string;
  /** Takes no more connections, waits for `settled` and a moment for the replies to leave, then cuts what is still open. */
  close(settled?: Promise<void>): Promise<void>;
}

/**
 * Begins to listen. How many connections one address has is not bounded: behind a web server all have the address of that, for whichever
 * visitor, and who that is stands in a head that may not have come yet. Throws one line that says which address cannot be had and
 * what to do.
 */
export async function listen(
  listener: RequestListener,
  { host = '127.0.0.1', port, option, anyHost = false, isShared = false }: ListenOptions,
): Promise<Listening> {
  const answer = isOwn(host) && !anyHost ? byOwnNames(listener) : listener;
  const server = createServer(SERVER_LIMITS, boundConnections(answer));
  server.listen({ port, host, exclusive: !isShared });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(await reasonFor(error, { host, port, option }), { cause: error });
  }
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    server,
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${actual}`,
    close: async (settled) => {
      const closed = once(server, 'close');
      // Also for connections that are in use now and would be kept open after their reply.
      server.keepAliveTimeout = 1;
      server.close();
      if (settled) {
        await settled;
        await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())]);
      }
      server.closeAllConnections();
      await closed;
    },
  };
}

async function reasonFor(error: unknown, { host, port, option }: ListenOptions): Promise<string> {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    const owner = (await portOwner(port)) ?? 'another program';
    return `port ${port} on ${host} is taken by ${owner}: stop that one, or choose another port with ${option} (0 takes any that is free)`;
  }
  if (code === 'EACCES')
    return `port ${port} on ${host} needs more rights than this user has: choose one above 1023 with ${option}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${host} is no address of this machine: choose one that is, such as 127.0.0.1`;
  }
  return `cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}
