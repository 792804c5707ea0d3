import { parseRetryAfter } from '../../service/index.ts';
import type { Secrets } from '../monitoring/secrets.ts';

/** The result of a post. `outcome` is for logs and lists, and contains no secret. */
export interface Posted {
  taken: boolean;
  /** Whether the receiver wants no more messages (410). */
  gone: boolean;
  /** Whether the receiver refused the message, so that it would refuse the same again until somebody fixes something. */
  final: boolean;
  outcome: string;
  /** How long the receiver asks to wait, in milliseconds; null if it does not say. */
  retryAfterMs: number | null;
}

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  /** Aborts the post. */
  signal: AbortSignal;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

const TIMEOUT_MS = 15_000;
const GONE = 410;
/** The only statuses from 400 to 499 with which a receiver asks for another attempt. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Posts JSON to an address of the owner's. It does not follow redirects, does not read the reply's body, and takes at most 15 seconds. Never rejects.
 */
export async function post(url: string, { headers, body, signal, secrets, now }: PostOptions): Promise<Posted> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([late.signal, signal]),
    });
    void response.body?.cancel().catch(() => undefined);
    const { status, ok: taken } = response;
    const seconds = parseRetryAfter(response.headers.get('retry-after'), now());
    const retryAfterMs = seconds === undefined ? null : seconds * 1000;
    return { taken, gone: status === GONE, final: isFinal(status), outcome: `status ${status}`, retryAfterMs };
  } catch (error) {
    return { taken: false, gone: false, final: false, outcome: reasonOf(error, secrets), retryAfterMs: null };
  } finally {
    clearTimeout(timer);
  }
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && !RETRIED_STATUSES.has(status);
}

/** The cause of an error of `fetch` says why. */
function reasonOf(error: unknown, secrets: Secrets): string {
  const { message } = secrets.describe(error);
  const cause = error instanceof Error && error.cause instanceof Error ? secrets.describe(error.cause) : null;
  return cause ? `${message}: ${cause.message || (cause.code ?? cause.name)}` : message;
}
