import { type IncomingMessage, type ServerOptions, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Handler } from '../http/handler.ts';
import { NO_HOST } from '../http/incoming.ts';
import { SERVER_LIMITS } from '../http/server-limits.ts';

/** Options for `http.createServer` that disconnect slow clients. */
export const SERVER_OPTIONS: ServerOptions = SERVER_LIMITS;

export interface NodeListenerOptions {
  /**
   * Replaces the process's `Request` and `Response` by lighter classes, which halves the cost of an answer. Only for a process that serves nothing
   * but the proxy.
   */
  light?: boolean;
}

const BODY_READ =
  'the body of a request was read before the proxy got it, so the request is refused: mount the proxy before express.json() and whatever else reads bodies';

/**
 * A listener for `http.createServer` that hands requests to the handler. If the handler rejects, or the body of its response fails, the connection is
 * destroyed, so that a truncated answer cannot be mistaken for a complete one.
 *
 * @example
 * createServer(SERVER_OPTIONS, toNodeListener(proxy)).listen(8080);
 */
export function toNodeListener(
  handler: Handler,
  { light = false }: NodeListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      try {
        // Marks the body as used. Otherwise it would look truncated, and the visitor would try again.
        if (wasRead(incoming)) await request.arrayBuffer().catch(() => undefined);
        const response = await handler.fetch(request, { clientAddress: incoming.socket.remoteAddress });
        if (light) return response;
        await send(response, outgoing);
      } catch {
        outgoing.destroy();
      }
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: light, hostname: NO_HOST },
  );
  let mayWarn = true;
  // Node ignores the returned value. Next.js and h3 assume that an answer is missing if there is none when the listener returns, unless it returns a
  // promise.
  return (incoming, outgoing): unknown => {
    // Code of the owner's has read the body, but the answer would tell only the visitor, so the process warns as well.
    const bodyRead = wasRead(incoming);
    if (bodyRead && mayWarn) process.emitWarning(BODY_READ, { code: 'REWARDS_BODY_READ' });
    mayWarn &&= !bodyRead;
    return listener(incoming, outgoing);
  };
}

/** Whether the body was consumed. Some hosts keep its bytes in `rawBody`. */
function wasRead(incoming: Pick<IncomingMessage, 'readableDidRead'>): boolean {
  return incoming.readableDidRead && !('rawBody' in incoming);
}

type Outgoing = Writable & { writeHead(status: number, headers: Record<string, string | string[]>): unknown };

/** Writes the response chunk by chunk, so that everything before a failure of the body is sent. */
async function send({ status, headers, body }: Response, outgoing: Outgoing): Promise<void> {
  outgoing.writeHead(status, headersOf(headers));
  if (body === null) {
    outgoing.end();
    return;
  }
  // A body of unknown length may take long: the headers are sent at once, so that the client knows that it comes.
  if (!headers.has('content-length') && outgoing instanceof ServerResponse) outgoing.flushHeaders();
  const reader = body.getReader();
  const leave = (): void => void reader.cancel().catch(() => undefined);
  let goOn = (): void => undefined;
  // One listener for all chunks: a compressing middleware adds listeners to its own stream, and never removes them.
  outgoing.on('drain', () => goOn());
  outgoing.once('close', () => {
    leave();
    goOn();
  });
  // The client may have left before there was an answer: then no `close` event comes any more.
  if (outgoing.destroyed) leave();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- chunks go out in their order
    const { done, value } = await reader.read();
    if (done) break;
    // oxlint-disable-next-line no-await-in-loop -- the next is not asked for before this one is out
    await new Promise<void>((resolve, reject) => {
      goOn = resolve;
      const hasRoom = outgoing.write(value, (error) => (error ? reject(error) : resolve()));
      // A compressing middleware replaces Node's `write` by one that calls no callback.
      if (hasRoom || outgoing.destroyed) setImmediate(resolve);
    });
  }
  outgoing.end();
}

function headersOf(headers: Headers): Record<string, string | string[]> {
  const cookies = headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
}
