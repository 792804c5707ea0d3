import type { RateLimiter } from '../rate-limit/index.ts';
import type { Exchange } from './exchange.ts';
import type { Answer } from './respond.ts';
import { invalidRequest, problemDocument, type ProblemReply, RequestProblem } from './problem.ts';
import { PROBLEMS } from '../../contract/index.ts';
import type { Incoming } from './incoming.ts';

/** The answer to one of the paths, as if it had been asked for by itself. */
export interface BatchedReply {
  status: number;
  body: unknown;
}

/** As many as a page may want to know of at once. */
export const MAX_BATCH = 50;

/** What may be asked for together: actions, and what became of claims. */
const MAY_BE_ASKED = /^\/(?:actions|claims)\/[^/?#]+(?:\?[^#]*)?$/;

export interface BatchContext {
  mount: string;
  limits: RateLimiter;
  /** Answers a single request. Throws `RequestProblem`, and whatever fails. */
  answer: (request: Incoming, exchange: Exchange) => Promise<Answer>;
}

/**
 * The answers to several paths below the mount, in their order. Each counts as a request of its own to the limits. Throws
 * `RequestProblem` where a path is none of those that may be asked for together.
 */
export async function answerBatch(
  request: Incoming,
  exchange: Exchange,
  { mount, limits, answer }: BatchContext,
): Promise<BatchedReply[]> {
  const paths = new URL(request.url).searchParams.getAll('path');
  const issue = issueWith(paths);
  if (issue !== null)
    throw new RequestProblem(invalidRequest(`The paths ${issue}.`, [{ field: 'path', message: issue }]));
  const base = mount === '/' ? '' : mount;
  return Promise.all(paths.map((path, at) => answerPart(base + path, at)));

  async function answerPart(path: string, at: number): Promise<BatchedReply> {
    // The batch itself was counted as one.
    const excess = at === 0 ? null : limits.request(request, exchange);
    if (excess) return inWords(excess, exchange.requestId);
    const part = partOf(request, path);
    try {
      const { status, body } = await answer(part, { ...exchange });
      return { status, body: JSON.parse(body ?? 'null') };
    } catch (error) {
      if (error instanceof RequestProblem) return inWords(error.problem, exchange.requestId);
      throw error;
    }
  }
}

function issueWith(paths: readonly string[]): string | null {
  if (paths.length === 0) return 'are missing: ask for ?path=/actions/daily&path=/claims/…';
  if (paths.length > MAX_BATCH) return `are too many: at most ${MAX_BATCH} are taken`;
  return paths.every(mayBeAsked) ? null : 'must all be those of actions or claims';
}

/** Where names are dots an address leads somewhere else than it reads. */
function mayBeAsked(path: string): boolean {
  return MAY_BE_ASKED.test(path) && new URL(path, 'http://proxy.invalid').pathname === path.replace(/\?.*/s, '');
}

function inWords(problem: ProblemReply, requestId: string): BatchedReply {
  return { status: PROBLEMS[problem.code].status, body: problemDocument(problem, requestId) };
}

/** What would be asked for by itself. */
function partOf(batch: Incoming, path: string): Incoming {
  const url = new URL(path, batch.url).href;
  return {
    method: 'GET',
    url,
    headers: batch.headers,
    body: null,
    arrayBuffer: async () => new ArrayBuffer(),
    toRequest: () => new Request(url, 'toRequest' in batch ? batch.toRequest() : batch),
  };
}
