import { isCount, isRecord, listOf, object } from '../../contract/guard.ts';
import { createApiClient } from './api-client.ts';
import { type Asking, askOnce } from './ask-once.ts';
import type { ApiReply } from './types.ts';

/** A requested path, and the callback for its answer. */
interface Asked {
  path: string;
  signal: AbortSignal;
  resolve: (answer: ApiReply) => void;
}

const areReplies = object<{ replies: { status: number; body: unknown }[] }>({
  replies: listOf(
    object<{ status: number; body: unknown }>({ status: isCount, body: (value): value is unknown => isRecord(value) }),
  ),
});

/** The most paths that a proxy accepts at once. */
const MAX_BATCH = 50;
/** For how many milliseconds a request for a claim's outcome waits for others. */
const GATHER_MS = 250;

/** Requests that were not sent yet, by endpoint. */
const waiting = new Map<string, Asked[]>();
/** Endpoints of older proxies, which support no batch. */
const oneByOne = new Set<string>();

/**
 * Requests a path of the proxy together with everything else that this page requests at the same time, in one request. If a proxy does not support
 * that, each path is requested separately. Never rejects.
 */
export function askTogether({ site }: Asking, path: string, signal: AbortSignal): Promise<ApiReply> {
  const { endpoint } = site;
  return new Promise((resolve) => {
    const asked = waiting.get(endpoint) ?? [];
    asked.push({ path, signal, resolve });
    waiting.set(endpoint, asked);
    setTimeout(() => flush(endpoint), path.startsWith('/claims/') ? GATHER_MS : 0);
  });
}

function flush(endpoint: string): void {
  const all = (waiting.get(endpoint) ?? []).filter(({ signal, resolve }) => !signal.aborted || resolve({}));
  waiting.delete(endpoint);
  for (let at = 0; at < all.length; at += MAX_BATCH) void ask(endpoint, all.slice(at, at + MAX_BATCH));
}

async function ask(endpoint: string, asked: readonly Asked[]): Promise<void> {
  const api = createApiClient({ endpoint });
  const paths = [...new Set(asked.map(({ path }) => path))];
  if (paths.length > 1 && !oneByOne.has(endpoint)) {
    const query = new URLSearchParams(paths.map((path): [string, string] => ['path', path]));
    // If one caller no longer wants its answer, the others still do.
    const answer = await api.send(`/batch?${query}`, { signal: new AbortController().signal });
    const { response, body } = answer;
    if (response?.ok && areReplies(body) && body.replies.length === paths.length) {
      const answers = body.replies.map(({ status, body: part }): ApiReply => answerOf(status, part, response));
      for (const { path, resolve } of asked) resolve(answers[paths.indexOf(path)] ?? {});
      return;
    }
    if (response?.status !== 404) {
      for (const { resolve } of asked) resolve(answer);
      return;
    }
    oneByOne.add(endpoint);
  }
  for (const { path, signal, resolve } of asked) void askOnce({ api, site: { endpoint } }, path, signal).then(resolve);
}

const answerOf = (status: number, body: unknown, { headers }: Response): ApiReply => ({
  body,
  response: new Response(null, { status, headers }),
});
