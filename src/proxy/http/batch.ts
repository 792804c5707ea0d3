import type { RateLimiter } from '../rate-limit/index.ts';
import type { Exchange } from './exchange.ts';
import type { Answer } from './respond.ts';
import { invalidRequest, problemDocument, type ProblemReply, RequestProblem } from './problem.ts';
import { PROBLEMS } from '../../contract/index.ts';
import type { Incoming } from './incoming.ts';

/** The answer to one of the paths, as if it had been requested separately. */
export interface BatchedReply {
  status: number;
  body: unknown;
}

/** More than a page needs at once. */
export const MAX_BATCH = 50;

/** The paths that can be batched: actions, and the outcomes of claims. */
const MAY_BE_ASKED = /^\/(?:actions|claims)\/[^/?#]+(?:\?[^#]*)?$/;

export interface BatchContext {
  mount: string;
  limits: RateLimiter;
  /** Answers a single request. Throws a `RequestProblem`, and any other error. */
  answer: (request: Incoming, exchange: Exchange) => Promise<Answer>;
}

/**
 * The answers to several paths below the mount, in the same order. Each counts as a separate request for the limits. Throws `RequestProblem` if a
 * path cannot be batched.
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
    // The batch itself was counted as one request.
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

/** A path with dots as a name leads to another address. */
function mayBeAsked(path: string): boolean {
  return MAY_BE_ASKED.test(path) && new URL(path, 'http://proxy.invalid').pathname === path.replace(/\?.*/s, '');
}

function inWords(problem: ProblemReply, requestId: string): BatchedReply {
  return { status: PROBLEMS[problem.code].status, body: problemDocument(problem, requestId) };
}

/** The request for one of the paths. */
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
