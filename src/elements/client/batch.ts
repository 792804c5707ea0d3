import { isCount, isRecord, listOf, object } from '../../contract/guard.ts';
import { createApiClient } from './api-client.ts';
import { type Asking, askOnce } from './ask-once.ts';
import type { ApiReply } from './types.ts';

/** A path that somebody asks for, and where its answer goes. */
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

/** As many as a proxy takes at once. */
const MAX_BATCH = 50;
/** What became of a claim can wait so many milliseconds for others to be asked about. */
const GATHER_MS = 250;

/** What is asked for and not sent yet, by the endpoint. */
const waiting = new Map<string, Asked[]>();
/** Endpoints of proxies that answer no batch, being older. */
const oneByOne = new Set<string>();

/**
 * Asks for a path of the proxy together with whatever else this page asks of it at the same time, in one request. A proxy
 * that does not know of that is asked for each by itself. Never rejects.
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
    // What one of them does not want any more the others still do.
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
