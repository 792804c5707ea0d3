import {
  type Transport,
  TransportError,
  type TransportReply,
  type TransportRequest,
} from '../../../src/service/index.ts';

/** One call as the service would see it. */
export interface Call {
  path: string;
  headers: Record<string, string>;
  form: Record<string, string>;
}

/** What a scripted service answers; throwing is a failure of the transport. */
export type Script = (call: Call, count: number) => TransportReply | Promise<TransportReply>;

/** A transport that writes down each call and answers as the script says. */
export function scriptedTransport(script: Script): { transport: Transport; calls: Call[] } {
  const calls: Call[] = [];
  const transport: Transport = async (request) => {
    const call = callOf(request);
    calls.push(call);
    return script(call, calls.length);
  };
  return { transport, calls };
}

function callOf({ url, headers, body }: TransportRequest): Call {
  return { path: url.pathname, headers, form: Object.fromEntries(new URLSearchParams(body)) };
}

/** A whole reply with a JSON body. */
export function reply(status: number, body: unknown, headers: Record<string, string> = {}): TransportReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { get: (name) => headers[name] ?? null }, body: text, complete: true };
}

/** Does what it is asked, as documented (service API, section 2). */
export const grant: Script = (call) => reply(200, { code: 0, error: '', data: echoed(call), ts: 1 });

/** `data` of the documented success. */
export function echoed({ path, form: { points, ...rest } }: Call): unknown {
  return path.endsWith('/award') ? { ...rest, points: Number(points) } : rest;
}

/** Points are granted; the role's call goes as the given script says. */
export function roleOnly(script: Script): Script {
  return (call, count) => (call.path.endsWith('/assign') ? script(call, count) : grant(call, count));
}

/** The service cannot be reached, so that nothing was written. */
export const connectionRefused: Script = () => {
  throw new TransportError('connect ECONNREFUSED', { written: false });
};

/** The connection is cut after the request was written. */
export const reset: Script = () => {
  throw new TransportError('read ECONNRESET', { written: true });
};

/** A promise and what settles it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** How long to wait for what comes about within the blink of an eye, unless something is wrong. */
const PATIENCE_MS = 60_000;

/** So long the event loop turns without a pause: what needs longer mostly waits for another process, or for the clock. */
const EAGER_MS = 3;
const PAUSE_MS = 2;
/** The real ones, whichever timers a test sets by hand. */
const { setImmediate: turn, setTimeout: pause } = globalThis;

/** Lets the event loop turn until something has come about. Throws an error that says what has not. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - began;
    if (waited > PATIENCE_MS) throw new Error(`it has not come about within a minute: ${String(condition)}`);
    await new Promise<void>((resolve) => void (waited < EAGER_MS ? turn(resolve) : pause(resolve, PAUSE_MS)));
  }
}
