import type { Fault } from './faults.ts';
import { maskKey } from './keys.ts';

/** One call of the service's API, as the inspector shows it: no key in it but masked, and long texts cut. */
export interface CallEntry {
  /** Counts from 1, also over entries that have left the log. */
  id: number;
  /** When it came, ISO 8601 in UTC. */
  at: string;
  method: string;
  /** With the query. */
  path: string;
  /** The key that it presented, masked; null without one. */
  key: string | null;
  /** The server that the key is bound to; null where there is none. */
  serverId: string | null;
  headers: Record<string, string>;
  /** The parsed form; null where there was none to parse. */
  form: Record<string, string> | null;
  fault: Fault | null;
  executed: boolean;
  /** The HTTP status; null where no reply was sent. */
  status: number | null;
  /** The reply's body as far as it was sent. */
  body: string | null;
  durationMs: number;
}

/** What a call came to; the rest of an entry is read off its request. */
export type CallResult = Pick<CallEntry, 'serverId' | 'form' | 'fault' | 'executed' | 'status' | 'body'>;

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
  }

  /** `startedAt` is in epoch milliseconds. */
  add(request: Request, startedAt: number, result: CallResult): void {
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
      body: result.body === null ? null : show(result.body),
      durationMs: this.#now() - startedAt,
    };
    this.#entries.push(entry);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    this.#hooks.added(entry);
  }
}

/** A very short key is left in other texts: to replace each "a" would hide nothing and garble everything. */
function concealPresented(text: string, key: string | null): string {
  return key !== null && key.length >= 8 ? text.replaceAll(key, maskKey(key)) : text;
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}
