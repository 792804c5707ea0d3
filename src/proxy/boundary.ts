import { INTERNAL_DETAIL, type ProblemReply, RequestProblem } from './problem.ts';
import { answerForm } from './form/form-answer.ts';
import type { Logger } from './logger.ts';
import { type Origins, PREFLIGHT_HEADERS } from './origins.ts';
import { isForm } from './request-body.ts';
import { problemResponse } from './respond.ts';
import type { Secrets } from './secrets.ts';

/** What is known of a request while it is answered. `route` is set by whatever answers it. */
export interface Exchange {
  readonly requestId: string;
  /** The address as a template, such as `/rewards/actions/:action`. */
  route: string;
  /** Where a form wants its visitor to go on, unchecked. */
  returnTo: string | null;
}

export interface BoundaryContext {
  /** Answers a request that may be answered; what it throws is not shown to anybody, but for a `RequestProblem`. */
  answer: (request: Request, exchange: Exchange) => Promise<Response>;
  origins: Origins;
  logger: Logger;
  secrets: Secrets;
}

/** Wraps what every response shares around the answer: the request id, who may read it, the one catch, and the log line. */
export function createBoundary({
  answer,
  origins,
  logger,
  secrets,
}: BoundaryContext): (request: Request) => Promise<Response> {
  async function respond(request: Request, exchange: Exchange): Promise<Response> {
    const problem = origins.problem(request);
    if (problem) return refuse(problem, request, exchange);
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT_HEADERS });
    try {
      return await answer(request, exchange);
    } catch (error) {
      return await refuse(problemOf(error, exchange), request, exchange);
    }
  }

  async function refuse(problem: ProblemReply, request: Request, { requestId, returnTo }: Exchange): Promise<Response> {
    if (isForm(request)) return answerForm({ problem }, { request, requestId, returnTo, origins });
    return problemResponse(problem, requestId);
  }

  function problemOf(error: unknown, { requestId, route }: Exchange): ProblemReply {
    if (error instanceof RequestProblem) return error.problem;
    logger.error({ requestId, route, error: secrets.describe(error) }, 'a request failed');
    return { code: 'internal', detail: INTERNAL_DETAIL };
  }

  return async (request) => {
    const startedAt = performance.now();
    const exchange: Exchange = { requestId: crypto.randomUUID(), route: 'none', returnTo: null };
    const response = finish(await respond(request, exchange), request, exchange, origins);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { requestId, route } = exchange;
    logger.info({ requestId, method: request.method, route, status: response.status, ms }, 'request');
    return response;
  };
}

function finish(response: Response, request: Request, { requestId }: Exchange, origins: Origins): Response {
  const shared = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    vary: 'Origin',
    ...origins.headers(request),
  };
  for (const [name, value] of Object.entries(shared)) response.headers.set(name, value);
  return request.method === 'HEAD' ? new Response(null, response) : response;
}
