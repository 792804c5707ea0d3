import { afterLimit } from '../common/within.ts';
import { ReplyBody } from './reply-body.ts';
import { describeError } from './text.ts';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from './transport.ts';

/**
 * The transport for runtimes without undici. `fetch` does not tell whether a byte was written, so whatever goes wrong after
 * it was called counts as written, and connecting and replying share one time-out, the sum of both. Nor does it show what else
 * comes by the connection: which reply belongs to which call is the runtime's to know. A `fetch` of one's own must send a request
 * once, whatever the reply. On Bun each request gets a connection of its own, as its `fetch` repeats one when a kept connection
 * breaks. Throws on Deno, whose own `fetch` does so with any connection.
 */
export function fetchTransport(fetch: typeof globalThis.fetch = ownFetch()): Transport {
  const write = fetch === globalThis.fetch && repeatsMisdirected() ? asStream : asText;
  return async (request) => {
    const { signal } = request;
    if (signal?.aborted) throw new TransportError('the call was cancelled before it began', { written: false });
    const limitMs = request.connectTimeoutMs + request.replyTimeoutMs;
    const stop = new AbortController();
    const cancel = (): void => stop.abort(new Error('the call was cancelled'));
    const callOff = afterLimit(limitMs, () => stop.abort(new Error(`no whole reply within ${limitMs} ms`)));
    signal?.addEventListener('abort', cancel);
    try {
      return await exchange(fetch, request, write(request), stop.signal);
    } finally {
      callOff();
      signal?.removeEventListener('abort', cancel);
    }
  };
}

function ownFetch(): typeof globalThis.fetch {
  if ('Deno' in globalThis) {
    throw new Error(
      "Deno's fetch sends a request again when the connection breaks, and would pay twice: give createProxy a transport, undiciTransport() from rewards-proxy/service/undici",
    );
  }
  return globalThis.fetch;
}

/**
 * Whether the runtime's own `fetch` sends a request that is answered with 421 a second time, as its standard asks where it has the
 * body to hand (WHATWG Fetch, HTTP-network-or-cache fetch). Of the runtimes with a `fetch` that may be used, Node alone does.
 */
function repeatsMisdirected(): boolean {
  return globalThis.navigator?.userAgent?.startsWith('Node.js/') ?? false;
}

type Written = Pick<RequestInit, 'headers' | 'body'>;

function asText({ headers, body }: TransportRequest): Written {
  return { headers, body };
}

/** A stream is read once, so what it held cannot be sent again. Its length keeps it from being sent in chunks. */
function asStream({ headers, body }: TransportRequest): Written {
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const written = { headers: { ...headers, 'content-length': String(bytes.length) }, body: stream, duplex: 'half' };
  return written;
}

/**
 * What is asked of any `fetch`. `keepalive: false` is what the standard has anyway, and means something else there. Bun alone takes it
 * for a connection that is used once. Its `fetch` sends a POST again, up to Bun 1.3.13, when a kept connection closes before the reply.
 */
const ONCE = { method: 'POST', redirect: 'manual', keepalive: false } as const;

async function exchange(
  fetch: typeof globalThis.fetch,
  { url, maxReplyBytes }: TransportRequest,
  written: Written,
  signal: AbortSignal,
): Promise<TransportReply> {
  let response: Response;
  try {
    response = await fetch(url, { ...ONCE, ...written, signal });
  } catch (error) {
    throw new TransportError(describeError(error), { written: true });
  }
  // Browsers and some runtimes hide a redirect that was not followed, its status included.
  if (response.status === 0) throw new TransportError('a redirect came back, which is not followed', { written: true });
  const collected = new ReplyBody(maxReplyBytes);
  const failure = await read(response, collected, maxReplyBytes);
  return { status: response.status, headers: response.headers, ...collected.finish(failure) };
}

/**
 * Reads the body to its end or to the limit, one by one, as not every browser can iterate over a stream. Resolves with what went
 * wrong, if anything did.
 */
async function read(response: Response, body: ReplyBody, limit: number): Promise<string | undefined> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      if (!body.add(chunk.value)) {
        await reader?.cancel();
        return `the reply is longer than ${limit} bytes`;
      }
    }
  } catch (error) {
    return describeError(error);
  }
  return undefined;
}
