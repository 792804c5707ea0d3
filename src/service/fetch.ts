import { afterLimit } from '../common/within.ts';
import { ReplyBody } from './reply-body.ts';
import { describeError } from './text.ts';
import { type Transport, TransportError, type TransportReply, type TransportRequest } from './transport.ts';

/**
 * The transport for runtimes without undici. `fetch` does not tell whether a byte was written: any failure after it was called counts as written, and
 * connecting and replying share one time-out, the sum of both. `fetch` also does not show unsolicited data on the connection: the runtime matches
 * replies to calls. A custom `fetch` must send each request once, whatever the reply. On Bun each request gets its own connection, because Bun's
 * `fetch` repeats a request when a kept connection breaks. Throws on Deno, whose own `fetch` does that with any connection.
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
 * Whether the runtime's own `fetch` sends a request again if the reply is 421, as the standard asks if the body can be read again (WHATWG Fetch,
 * HTTP-network-or-cache fetch). Of the runtimes whose `fetch` may be used, only Node does.
 */
function repeatsMisdirected(): boolean {
  return globalThis.navigator?.userAgent?.startsWith('Node.js/') ?? false;
}

type Written = Pick<RequestInit, 'headers' | 'body'>;

function asText({ headers, body }: TransportRequest): Written {
  return { headers, body };
}

/** A stream can be read only once, so its content cannot be sent again. With its length known, it is not sent in chunks. */
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
 * The options for any `fetch`. `keepalive: false` is the standard's default, but on Bun it means a connection that is used once. Up to Bun 1.3.13,
 * its `fetch` sends a POST again when a kept connection closes before the reply.
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
  // Browsers and some runtimes hide a redirect that was not followed, including its status.
  if (response.status === 0) throw new TransportError('a redirect came back, which is not followed', { written: true });
  const collected = new ReplyBody(maxReplyBytes);
  const failure = await read(response, collected, maxReplyBytes);
  return { status: response.status, headers: response.headers, ...collected.finish(failure) };
}

/**
 * Reads the body to its end or to the limit. It reads chunk by chunk, because not every browser can iterate over a stream. Resolves with what went
 * wrong; undefined if nothing did.
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
