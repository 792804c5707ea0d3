import { EmulatorError } from '../emulator-error.ts';
import type { Fault } from './faults.ts';
import { maskKey } from '../state/keys.ts';

/** One call of the service's API, as the console shows it: keys are masked, and long texts are cut. */
export interface CallEntry {
  /** Counts from 1, including entries that are no longer in the log. */
  id: number;
  /** When it came, ISO 8601 in UTC. */
  at: string;
  method: string;
  /** With the query. */
  path: string;
  /** The key that it presented, masked; null without one. */
  key: string | null;
  /** The server that the key is bound to; null if there is none. */
  serverId: string | null;
  headers: Record<string, string>;
  /** The parsed form; null if there was none to parse. */
  form: Record<string, string> | null;
  fault: Fault | null;
  executed: boolean;
  /** The call that was sent again as this one; null for one that came from outside. */
  replayOf: number | null;
  /** The HTTP status; null if no reply was sent. */
  status: number | null;
  /** The headers that the emulator sets; null if no reply was sent. */
  replyHeaders: Record<string, string> | null;
  /** The reply's body as far as it was sent. */
  body: string | null;
  durationMs: number;
}

/** The result of a call; the rest of an entry comes from its request. */
export interface CallResult extends Pick<
  CallEntry,
  'serverId' | 'form' | 'fault' | 'executed' | 'replayOf' | 'status' | 'replyHeaders' | 'body'
> {
  /** What was read of the request's body, as it came; null if that is not all of it. */
  sent: string | null;
}

/** A call as it was received, with its key, so that it can be sent again. It is never shown. */
interface Sent {
  id: number;
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
}

/** `conceal` masks the keys that the emulator knows; the key that a call presents is masked in any case. `added` is told of each entry. */
export interface CallLogHooks {
  conceal: (text: string) => string;
  added: (entry: CallEntry) => void;
}

const CAPACITY = 500;
const MAX_TEXT_LENGTH = 2_000;
const MAX_FIELDS = 50;

/** The last 500 calls of the service's API. */
export class CallLog {
  readonly #now: () => number;
  readonly #hooks: CallLogHooks;
  readonly #entries: CallEntry[] = [];
  readonly #sent: Sent[] = [];
  #count = 0;

  constructor(now: () => number, hooks: CallLogHooks) {
    this.#now = now;
    this.#hooks = hooks;
  }

  /** Oldest first. */
  list(): CallEntry[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries.length = 0;
    this.#sent.length = 0;
  }

  /** The request of a call, to be sent again. Throws `EmulatorError` if it is not in the log, or its body was not read to the end. */
  request(id: number, signal: AbortSignal): Request {
    const sent = this.#sent.find((one) => one.id === id);
    if (!sent)
      throw new EmulatorError('not-found', `There is no call ${id} in the log, which keeps the last ${CAPACITY}.`);
    const { url, method, headers, body } = sent;
    if (body === null) {
      throw new EmulatorError(
        'conflict',
        `The body of call ${id} was not read to its end, so it cannot be sent again.`,
      );
    }
    return new Request(url, { method, headers, signal, body: body === '' ? null : body });
  }

  /** `startedAt` is in epoch milliseconds. */
  add(request: Request, startedAt: number, { sent, ...result }: CallResult): CallEntry {
    const presented = request.headers.get('x-api-key');
    const show = (text: string) => cut(this.#hooks.conceal(concealPresented(text, presented)));
    const showAll = (fields: Iterable<[string, string]>) =>
      Object.fromEntries(Array.from(fields, ([name, value]) => [show(name), show(value)]).slice(0, MAX_FIELDS));
    const { pathname, search } = new URL(request.url);
    this.#count += 1;
    const entry: CallEntry = {
      ...result,
      id: this.#count,
      at: new Date(startedAt).toISOString(),
      method: request.method,
      path: show(pathname + search),
      key: presented === null ? null : maskKey(presented),
      headers: showAll(
        Array.from(request.headers, ([name, value]) => [name, name === 'x-api-key' ? maskKey(value) : value]),
      ),
      form: result.form && showAll(Object.entries(result.form)),
      replyHeaders: result.replyHeaders && showAll(Object.entries(result.replyHeaders)),
      body: result.body === null ? null : show(result.body),
      durationMs: this.#now() - startedAt,
    };
    const { url, method } = request;
    this.#entries.push(entry);
    this.#sent.push({ id: entry.id, url, method, headers: new Headers(request.headers), body: sent });
    for (const kept of [this.#entries, this.#sent]) if (kept.length > CAPACITY) kept.shift();
    this.#hooks.added(entry);
    return entry;
  }
}

/** A very short key is not masked in other texts: replacing every "a" would hide nothing and garble everything. */
function concealPresented(text: string, key: string | null): string {
  return key !== null && key.length >= 8 ? text.replaceAll(key, maskKey(key)) : text;
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
