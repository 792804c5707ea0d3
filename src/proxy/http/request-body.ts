import { within } from '../../common/within.ts';
import { type ProblemReply, invalidRequest, RequestProblem } from './problem.ts';
import type { Incoming } from './incoming.ts';

const MAX_BYTES = 16 * 1024;
const MAX_DEPTH = 16;
/** The initial buffer for a body that does not state its length. */
const FIRST_BYTES = 16 * 1024;
/** The time for the whole body to arrive. A visitor's arrives at once. */
const MAX_MS = 10_000;
const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?[ \t]*$/i;

const FORM_TYPE = /^application\/x-www-form-urlencoded(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?[ \t]*$/i;

/** Whether the request is a form that a browser sent without a script. */
export function isForm({ method, headers }: Incoming): boolean {
  return method === 'POST' && FORM_TYPE.test(headers.get('content-type') ?? '');
}

/** The body of a form: at most 16 KiB of UTF-8. Throws `RequestProblem`. */
export async function readForm(request: Incoming): Promise<string> {
  const text = utf8(await readBody(request, MAX_BYTES));
  if (text === null) throw new RequestProblem(invalidRequest('The form is not in UTF-8.'));
  return text;
}

/**
 * The request's body as JSON: at most 16 KiB of UTF-8, at most 16 levels deep. Throws `RequestProblem`. `orForm` says that the path accepts forms as
 * well.
 */
export async function readJson(request: Incoming, { orForm = false } = {}): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) throw notJson(orForm);
  return parseJson(await readBody(request, MAX_BYTES), MAX_DEPTH);
}

/** JSON in UTF-8, at most so many levels deep. Throws `RequestProblem`. */
export function parseJson(bytes: Uint8Array, maxDepth: number): unknown {
  const value = parse(bytes);
  if (!withinDepth(value, maxDepth)) throw new RequestProblem(invalidRequest('The JSON is nested too deeply.'));
  return value;
}

function notJson(orForm: boolean): RequestProblem {
  const form = orForm ? ', or as a form with application/x-www-form-urlencoded' : '';
  const detail = `The request must be JSON: send it with the header content-type: application/json${form}.`;
  return new RequestProblem({ code: 'unsupported-media-type', detail });
}

const ENCODED: ProblemReply = {
  code: 'unsupported-media-type',
  detail: 'The request must not be compressed: send it as it is, without the header content-encoding.',
  acceptEncoding: 'identity',
};

function tooLarge(maxBytes: number): RequestProblem {
  const detail = `The request is too large: at most ${maxBytes / 1024} KiB are taken.`;
  return new RequestProblem({ code: 'too-large', detail });
}

const CUT_SHORT = invalidRequest('The request ended before all of it was there. Please try again.');

/** For the owner's log, because the owner's code has read the body. */
const ALREADY_READ =
  'the body of the request was read before the proxy got it: hand it a request that nobody has read, such as a clone made before (request.clone())';

const TOO_SLOW = invalidRequest('The request took too long to arrive. Please try again.');

/**
 * The unchanged body, at most so many bytes. Throws `RequestProblem`, or `Error` if somebody has read the body before.
 *
 * A body that states its length is read as a whole, because servers enforce that length. A chunked one is read until it is too large, except in a
 * page of Firefox, where requests have no stream.
 */
export async function readBody(request: Incoming, maxBytes: number): Promise<Uint8Array> {
  if ('bodyUsed' in request && request.bodyUsed) throw new Error(ALREADY_READ);
  if (isEncoded(request)) throw new RequestProblem(ENCODED);
  const stated = request.headers.get('content-length');
  if (Number(stated) > maxBytes) throw tooLarge(maxBytes);
  const streamed = stated === null && request.body !== undefined;
  // Servers disconnect slow clients, but not every server that the proxy is mounted in does so soon.
  const reading = streamed ? collect(request, maxBytes) : whole(request);
  const body = await within(MAX_MS, reading, () => new RequestProblem(TOO_SLOW));
  if (body.byteLength > maxBytes) throw tooLarge(maxBytes);
  return body;
}

/** Servers decode `chunked`, and leave other encodings unchanged. */
const PLAIN: ReadonlySet<string> = new Set(['', 'identity', 'chunked']);

/** Nothing is decompressed here: a few bytes could become any number of them. */
function isEncoded({ headers }: Incoming): boolean {
  const encodings = [headers.get('content-encoding'), headers.get('transfer-encoding')];
  return encodings.some((list) => list?.split(',').some((name) => !PLAIN.has(name.trim().toLowerCase())));
}

async function whole(request: Incoming): Promise<Uint8Array> {
  try {
    const bytes = await request.arrayBuffer();
    return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  } catch {
    throw new RequestProblem(CUT_SHORT);
  }
}

async function collect(request: Incoming, maxBytes: number): Promise<Uint8Array> {
  let body = new Uint8Array(Math.min(maxBytes, FIRST_BYTES));
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    const end = length + chunk.byteLength;
    if (end > maxBytes) throw tooLarge(maxBytes);
    if (end > body.byteLength) body = grown(body, Math.min(maxBytes, Math.max(end, 2 * body.byteLength)));
    body.set(chunk, length);
    length = end;
  }
  return body.subarray(0, length);
}

function grown(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}

/** Without `for await`, because not every browser can iterate over a stream. */
async function* chunksOf({ body }: Incoming): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
  } catch {
    throw new RequestProblem(CUT_SHORT);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8(bytes) ?? '');
  } catch {
    throw new RequestProblem(invalidRequest('The request is not JSON in UTF-8.'));
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });

function utf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

function withinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => withinDepth(item, levels - 1));
}
