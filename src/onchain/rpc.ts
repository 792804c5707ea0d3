import { toBase64 } from '../common/base64.ts';
import { parseJson } from '../common/parse-json.ts';
import { fetchTransport, isLoopback, parseRetryAfter, type Transport } from '../service/index.ts';

/** The answer of an RPC: a result, or that the call reverted, with the revert data. */
export type RpcAnswer = { result: unknown } | { reverted: string };

/** An RPC gave no usable answer. The message contains neither its address nor its answer, because both may contain a key. */
export class RpcFailure extends Error {
  override name = 'RpcFailure';
}

/** A JSON-RPC call. */
export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

const MAX_REPLY_BYTES = 4 * 1024 * 1024;
const OK = 200;
const TOO_MANY = 429;
const SERVER_ERROR = 500;
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 30_000;
const REVERTED = 3;
/** Error codes for too many requests: of EIP-1474 and of RPC providers. */
const LIMITS = new Set([-32_005, -32_007, -32_029, TOO_MANY]);

/** Reads may be sent again, so any `fetch` can be used. */
const readsOnly: Transport = fetchTransport((...args) => fetch(...args));

/** One address that a chain is read from. After a failure it rests for a while: it is asked then only if the others are not enough. */
export class Rpc {
  /** Its position in the config, such as `rpc[0]`. The address itself may contain a key. */
  readonly name: string;
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  #failures = 0;
  #restsUntil = 0;
  #calls = 0;

  constructor(name: string, address: string | undefined, timeoutMs: number) {
    this.name = name;
    const { url, authorization } = readAddress(name, address);
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(authorization !== null && { authorization }),
    };
  }

  get rests(): boolean {
    return performance.now() < this.#restsUntil;
  }

  /** Throws `RpcFailure` if there is no usable answer. */
  async ask({ method, params }: RpcCall, signal: AbortSignal): Promise<RpcAnswer> {
    this.#calls += 1;
    const id = this.#calls;
    const started = performance.now();
    const reply = await readsOnly({
      url: this.#url,
      headers: this.#headers,
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      connectTimeoutMs: 0,
      replyTimeoutMs: this.#timeoutMs,
      maxReplyBytes: MAX_REPLY_BYTES,
      signal,
    }).catch(() => null);
    if (signal.aborted) throw new RpcFailure('was too slow for the claim');
    if (reply === null || !reply.complete) {
      const late = performance.now() - started >= this.#timeoutMs;
      return this.#fail(late ? `did not answer within ${this.#timeoutMs} ms` : 'could not be reached');
    }
    const { status, headers } = reply;
    if (status === TOO_MANY || status >= SERVER_ERROR) {
      return this.#fail(`answered ${status}`, parseRetryAfter(headers.get('retry-after'), Date.now()));
    }
    const read = answerIn(reply.body, id);
    if ('limit' in read) return this.#fail(`answered that too much is asked of it (${read.limit})`);
    // An error of one request says nothing about the next one.
    if ('code' in read) throw new RpcFailure(`answered the error ${read.code} to ${method}`);
    if (status !== OK) return this.#fail(`answered ${status}`);
    if ('failure' in read) return this.#fail(read.failure);
    this.#failures = 0;
    this.#restsUntil = 0;
    return read;
  }

  /** Lets the RPC rest: longer after each failure, or as long as it asks for. Throws `RpcFailure`. */
  #fail(reason: string, retryAfter = 0): never {
    const rest = Math.max(FIRST_REST_MS * 2 ** this.#failures, retryAfter * 1000);
    this.#restsUntil = performance.now() + Math.min(rest, MAX_REST_MS);
    this.#failures += 1;
    throw new RpcFailure(reason);
  }
}

type Read = RpcAnswer | { limit: number } | { code: number } | { failure: string };

function answerIn(body: string, id: number): Read {
  const reply = replyIn(body);
  if (reply === null || reply.id !== id) return { failure: 'answered something that is no reply to its call' };
  const { error, result } = reply;
  if (error === undefined || error === null) return result === undefined ? { failure: 'answered nothing' } : { result };
  if (typeof error !== 'object' || !('code' in error) || typeof error.code !== 'number') {
    return { failure: 'answered an error without a code' };
  }
  const { code } = error;
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  const data = 'data' in error && typeof error.data === 'string' ? error.data : '';
  // Geth's own code for a revert, or the usual words of nodes that have another code.
  if (code === REVERTED || /\brevert(?:ed)?\b/i.test(message))
    return { reverted: /^0x[0-9a-f]*$/i.test(data) ? data : '0x' };
  return LIMITS.has(code) ? { limit: code } : { code };
}

function replyIn(body: string): { id?: unknown; error?: unknown; result?: unknown } | null {
  const reply = parseJson(body);
  return typeof reply === 'object' ? reply : null;
}

/** The URL without user name and password, which `fetch` does not accept in a URL, and the header made from them. */
function readAddress(name: string, address: unknown): { url: URL; authorization: string | null } {
  if (typeof address !== 'string' || address === '') {
    throw new TypeError(`chain: ${name} is missing: give the address of an RPC; is its environment variable set?`);
  }
  const url = URL.parse(address);
  if (!url) throw new TypeError(`chain: ${name} is not a URL: write it in full, such as https://rpc.example.org`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new TypeError(`chain: ${name} must begin with https://; http:// is for this machine alone`);
  }
  const { username, password } = url;
  if (username === '' && password === '') return { url, authorization: null };
  url.username = '';
  url.password = '';
  const bytes = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { url, authorization: `Basic ${toBase64(bytes)}` };
}
