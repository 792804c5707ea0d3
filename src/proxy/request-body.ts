import { type ProblemReply, invalidRequest, RequestProblem } from './problem.ts';

const MAX_BYTES = 16 * 1024;
const MAX_DEPTH = 16;
/** For all of a body to be there; a visitor's is there at once. */
const MAX_MS = 10_000;
const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8"))?[ \t]*$/i;

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8"))?[ \t]*$/i;

/** Whether the request is a form, as a browser sends it without a script. */
export function isForm({ method, headers }: Request): boolean {
  return method === 'POST' && FORM_TYPE.test(headers.get('content-type') ?? '');
}

/** The body of a form: at most 16 KiB of UTF-8. Throws `RequestProblem`. */
export async function readForm(request: Request): Promise<string> {
  const text = utf8(await readBytes(request));
  if (text === null) throw new RequestProblem(invalidRequest('The form is not in UTF-8.'));
  return text;
}

/** The request's body as JSON: at most 16 KiB of UTF-8, at most 16 levels deep. Throws `RequestProblem`. */
export async function readJson(request: Request): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) throw new RequestProblem(NOT_JSON_TYPE);
  const value = parse(await readBytes(request));
  if (!withinDepth(value, MAX_DEPTH)) throw new RequestProblem(invalidRequest('The JSON is nested too deeply.'));
  return value;
}

const NOT_JSON_TYPE: ProblemReply = {
  code: 'unsupported-media-type',
  detail:
    'The request must be JSON: send it with the header content-type: application/json, or as a form with application/x-www-form-urlencoded.',
};

const TOO_LARGE: ProblemReply = {
  code: 'too-large',
  detail: `The request is too large: at most ${MAX_BYTES / 1024} KiB are taken.`,
};

const CUT_SHORT = invalidRequest('The request ended before all of it was there. Please try again.');

const TOO_SLOW = invalidRequest('The request took too long to arrive. Please try again.');

/** A body whose length is stated is read at once: servers hold senders to it. A chunked one is read until it is too large. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const stated = request.headers.get('content-length');
  if (Number(stated) > MAX_BYTES) throw new RequestProblem(TOO_LARGE);
  const body = await inTime(stated === null ? collect(request) : whole(request));
  if (body.byteLength > MAX_BYTES) throw new RequestProblem(TOO_LARGE);
  return body;
}

/** Servers cut off who is slow, but not every one that a proxy is mounted in does so soon. */
async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new RequestProblem(TOO_SLOW)), MAX_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function whole(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw new RequestProblem(CUT_SHORT);
  }
}

async function collect(request: Request): Promise<Uint8Array> {
  const body = new Uint8Array(MAX_BYTES);
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    if (length + chunk.byteLength > MAX_BYTES) throw new RequestProblem(TOO_LARGE);
    body.set(chunk, length);
    length += chunk.byteLength;
  }
  return body.subarray(0, length);
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  try {
    yield* body;
  } catch {
    throw new RequestProblem(CUT_SHORT);
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8(bytes) ?? '');
  } catch {
    throw new RequestProblem(invalidRequest('The request is not JSON in UTF-8.'));
  }
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function withinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => withinDepth(item, levels - 1));
}
