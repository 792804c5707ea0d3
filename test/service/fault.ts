import type { Evidence, Outcome } from '../../src/service/index.ts';
import type { RawRequest, RawServerOptions } from './raw-server.ts';

type Kind = Outcome['kind'];

/** Where a fault must land. */
interface Landing {
  kind: Kind;
  /** Where `fetch`, which knows less than undici, lands elsewhere. */
  viaFetch?: Kind;
  evidence?: Partial<Evidence>;
  /** Whole requests that reach the server; 1 by default. */
  requests?: number;
  /** `reply`: it ends by the reply's time-out. `connect`: by the connection's. */
  stalls?: 'reply' | 'connect';
}

/** One way in which an upstream can behave. */
export interface Fault extends Landing {
  name: string;
  server: RawServerOptions;
  /** The base URL, where it is not plain http on the server's port. */
  base?: (port: number) => string;
}

type Bytes = (request: RawRequest) => string | Buffer;

export function fault(landing: Kind | Landing, name: string, server: RawServerOptions): Fault {
  return { name, server, ...(typeof landing === 'string' ? { kind: landing } : landing) };
}

/** The server answers with these bytes and leaves the connection open. */
export function says(landing: Kind | Landing, name: string, bytes: Bytes): Fault {
  return fault(landing, name, { onRequest: (socket, request) => socket.write(bytes(request)) });
}

/** The server answers with these bytes and ends the connection. */
export function saysAndEnds(landing: Kind | Landing, name: string, bytes: Bytes): Fault {
  return fault(landing, name, { onRequest: (socket, request) => socket.end(bytes(request)) });
}

/** The server answers with these bytes and resets the connection. */
export function saysAndResets(landing: Kind | Landing, name: string, bytes: Bytes): Fault {
  return fault(landing, name, {
    onRequest: (socket, request) => socket.write(bytes(request), () => socket.resetAndDestroy()),
  });
}
