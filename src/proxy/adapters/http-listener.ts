import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type BareRequest, type IncomingHeaders, NO_HOST } from '../http/incoming.ts';
import type { Answer } from '../http/respond.ts';
import type { Inside } from '../inside.ts';

/** A host name or an address, with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** How long the rest of a refused body may take to arrive: a client that is disconnected while it sends would not read its answer. */
const REST_MS = 500;

/**
 * A listener for an HTTP/1.1 server that serves only the proxy. It works without `Request` and `Response` objects, because to make them takes longer
 * than everything that the proxy does with them.
 */
export function toHttpListener({ answer }: Pick<Inside, 'answer'>): RequestListener {
  return (incoming, outgoing) => {
    const url = addressOf(incoming);
    if (url === null) {
      outgoing.writeHead(400, { 'content-length': '0' }).end();
      return;
    }
    // `incoming.socket` is removed when nothing reads the request any more.
    const { socket } = incoming;
    const reply = ({ status, headers, body, cookies = [] }: Answer): void => {
      if (!incoming.complete) outgoing.once('finish', () => endSoon(incoming, socket));
      outgoing.writeHead(status, cookies.length > 0 ? { ...headers, 'set-cookie': [...cookies] } : headers).end(body);
    };
    answer(new NodeRequest(incoming, url), { clientAddress: socket.remoteAddress })
      .then(reply)
      .catch(() => outgoing.destroy());
  };
}

/** Gives the rest of the body, which Node discards, a limited time. */
function endSoon(incoming: IncomingMessage, socket: Socket): void {
  const timer = setTimeout(() => {
    if (!incoming.complete) socket.destroy();
  }, REST_MS);
  timer.unref();
}

/** The URL of the request, as a `Request` would have it; null if it is not valid. */
function addressOf({ url = '', headers }: IncomingMessage): string | null {
  if (!url.startsWith('/')) return URL.parse(url)?.href ?? null;
  const host = headers.host || NO_HOST;
  return HOST.test(host) ? (URL.parse(`http://${host}${url}`)?.href ?? null) : null;
}

class NodeRequest implements BareRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: NodeHeaders;
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage, url: string) {
    this.#incoming = incoming;
    this.method = incoming.method ?? 'GET';
    this.url = url;
    this.headers = new NodeHeaders(incoming.rawHeaders);
  }

  get body(): ReadableStream<Uint8Array> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no encoding was set, so it has bytes
    return Readable.toWeb(this.#incoming) as ReadableStream<Uint8Array>;
  }

  arrayBuffer(): Promise<Uint8Array> {
    const incoming = this.#incoming;
    const chunks: Uint8Array[] = [];
    return new Promise((resolve, reject) => {
      incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      incoming.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
      incoming.on('error', reject);
      incoming.on('close', () => {
        // Creating an error is expensive, and every request emits `close`.
        if (!incoming.readableEnded) reject(new Error('the request was cut short'));
      });
    });
  }

  toRequest(): Request {
    return new Request(this.url, { method: this.method, headers: [...this.headers.entries()] });
  }
}

/** The headers by their names in lower case. */
class NodeHeaders implements IncomingHeaders {
  readonly #values = new Map<string, string>();

  /** Names and values alternate. */
  constructor(raw: readonly string[]) {
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at]?.toLowerCase() ?? '';
      const value = raw[at + 1] ?? '';
      const before = this.#values.get(name);
      const separator = name === 'cookie' ? '; ' : ', ';
      this.#values.set(name, before === undefined ? value : before + separator + value);
    }
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  entries(): MapIterator<[string, string]> {
    return this.#values.entries();
  }
}
