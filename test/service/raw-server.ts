import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** One request as it came over the wire. */
export interface RawRequest {
  /** Request line and headers, as sent. */
  head: string;
  method: string;
  path: string;
  headers: Map<string, string>;
  body: string;
}

export interface RawServer extends AsyncDisposable {
  port: number;
  requests: RawRequest[];
  /** Every connection that was ever accepted. */
  sockets: Socket[];
}

export interface RawServerOptions {
  /** Called for each whole request. The socket takes raw bytes. */
  onRequest?: (socket: Socket, request: RawRequest) => void;
  onConnect?: (socket: Socket) => void;
  /** Called with the first bytes of a connection, whole request or not. */
  onFirstBytes?: (socket: Socket) => void;
  tls?: { key: string; cert: string };
}

/** A server on 127.0.0.1 that keeps what it receives and answers with whatever bytes the test writes. */
export async function rawServer(options: RawServerOptions = {}): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets: Socket[] = [];
  const accept = (socket: Socket): void => {
    let pending = Buffer.alloc(0);
    let fresh = true;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      if (fresh) options.onFirstBytes?.(socket);
      fresh = false;
      if (socket.destroyed) return;
      pending = Buffer.concat([pending, chunk]);
      for (let taken = takeRequest(pending); taken; taken = takeRequest(pending)) {
        pending = pending.subarray(taken.length);
        requests.push(taken.request);
        options.onRequest?.(socket, taken.request);
      }
    });
    options.onConnect?.(socket);
  };
  const server: Server = options.tls ? createTlsServer(options.tls, accept) : createServer(accept);
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    requests,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function takeRequest(bytes: Buffer): { request: RawRequest; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const [requestLine = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const bodyStart = headEnd + 4;
  const length = bodyStart + Number(headers.get('content-length') ?? 0);
  if (bytes.length < length) return undefined;
  return { request: { head, method, path, headers, body: bytes.toString('utf8', bodyStart, length) }, length };
}

/** The bytes of an HTTP reply, with a right `content-length`. */
export function reply(status: number, body: string | Buffer, headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Text\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** A form decoded by hand, so that encoder and decoder are not the same code. */
export function decodeForm(body: string): Map<string, string> {
  return new Map(
    body
      .split('&')
      .map((pair) => [decode(pair.slice(0, pair.indexOf('='))), decode(pair.slice(pair.indexOf('=') + 1))]),
  );
}

/** `data` of the documented success: the form, with points as a number. */
export function echoOf(request: RawRequest): Record<string, unknown> {
  const fields = [...decodeForm(request.body)];
  return Object.fromEntries(fields.map(([name, value]) => [name, name === 'points' ? Number(value) : value]));
}

/** The documented success envelope, with changes. */
export function envelope(request: RawRequest, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({ code: 0, error: '', data: echoOf(request), ts: 1_700_000_000, ...changes });
}
