import { INTERNAL_DETAIL, type ProblemReply, RequestProblem } from './problem.ts';
import type { Exchange } from './exchange.ts';
import { answerForm, isClaimForm } from './form-answer.ts';
import type { Embed } from '../embed/index.ts';
import { CLOSE_OR_GO_BACK } from '../identity/index.ts';
import type { Connection } from './handler.ts';
import { type RateLimiter, statusFields } from '../rate-limit/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import { type Origins, PREFLIGHT_HEADERS, READABLE_REFUSAL } from './origins.ts';
import { problemPage } from './page.ts';
import { type Answer, NO_CONTENT, problemAnswer, SECURITY_HEADERS } from './respond.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { Incoming } from './incoming.ts';

/**
 * Where a request comes from: a page's script (`call`); a browser that shows the answer in a window, to which any site may send the visitor
 * (`visit`), or in a frame within a page (`frame`); a browser that loads a file that is the same for everybody (`file`); or one of the owner's own
 * systems, which comes from no site, signs its messages, and may share its address with others (`event`).
 */
export type RequestKind = 'call' | 'visit' | 'frame' | 'file' | 'event';

export interface BoundaryContext {
  /** Answers a request that is allowed. Errors that it throws are not shown, except a `RequestProblem`. */
  answer: (request: Incoming, exchange: Exchange) => Promise<Answer>;
  kindOf: (request: Incoming) => RequestKind;
  /** The pages for frames, if the config has them. */
  embed: Embed | null;
  origins: Origins;
  limits: RateLimiter;
  logger: Logger;
  secrets: Secrets;
}

/** Adds what all responses share: the request id, the check of the origin, the one catch, and the log line. */
export function createBoundary({
  answer,
  kindOf,
  embed,
  origins,
  limits,
  logger,
  secrets,
}: BoundaryContext): (request: Incoming, connection?: Connection) => Promise<Answer> {
  async function respond(request: Incoming, exchange: Exchange): Promise<Answer> {
    const kind = kindOf(request);
    const problem = kind === 'call' ? origins.problem(request) : null;
    if (problem) return refuseSite(problem, request, exchange);
    if (request.method === 'OPTIONS') return { status: 204, headers: PREFLIGHT_HEADERS, body: null };
    // Counted after the origin was checked: pages of other sites must not use up the limits of their visitors.
    const excess = kind === 'event' || kind === 'file' ? null : limits.request(request, exchange);
    if (excess) return refuse(excess, request, exchange);
    try {
      return await answer(request, exchange);
    } catch (error) {
      return await refuse(problemOf(error, exchange), request, exchange);
    }
  }

  /**
   * A refused page may read the answer if it sent its request without asking first. A claim is asked for first (CORS preflight), and that is refused.
   */
  async function refuseSite(problem: ProblemReply, request: Incoming, exchange: Exchange): Promise<Answer> {
    const refusal = await refuse(problem, request, exchange);
    if (!isRead(request) || !request.headers.has('origin')) return refusal;
    return { ...refusal, headers: { ...refusal.headers, ...READABLE_REFUSAL } };
  }

  async function refuse(problem: ProblemReply, request: Incoming, exchange: Exchange): Promise<Answer> {
    const { requestId, returnTo } = exchange;
    exchange.problem = problem.code;
    const kind = kindOf(request);
    if (kind === 'visit') return problemPage(problem, requestId, CLOSE_OR_GO_BACK);
    if (kind === 'frame' && embed) {
      return problemPage(problem, requestId, TELL_THE_OWNER, { 'content-security-policy': embed.problemPolicy });
    }
    if (isClaimForm(request)) return answerForm({ problem }, { request, requestId, returnTo, origins });
    return problemAnswer(problem, requestId);
  }

  function problemOf(error: unknown, { requestId, route }: Exchange): ProblemReply {
    if (error instanceof RequestProblem) return error.problem;
    logger.error({ requestId, route, error: secrets.describe(error) }, 'a request failed');
    return { code: 'internal', detail: INTERNAL_DETAIL };
  }

  return async (request, connection) => {
    const startedAt = performance.now();
    const exchange = newExchange(connection);
    const finished = finish(await respond(request, exchange), request, exchange, origins);
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { requestId, route, problem } = exchange;
    const { status } = finished;
    logger.info({ requestId, method: request.method, route, status, ...(problem && { problem }), ms }, 'request');
    return finished;
  };
}

/** In a frame, which the visitor cannot fix. */
const TELL_THE_OWNER = 'If this is not your site, please tell its owner.';

const isRead = ({ method }: Incoming): boolean => method === 'GET' || method === 'HEAD';

/** Some runtimes pass something else as the second argument. */
function newExchange({ clientAddress }: Connection = {}): Exchange {
  const peer = typeof clientAddress === 'string' && clientAddress !== '' ? clientAddress : undefined;
  return {
    requestId: crypto.randomUUID(),
    peer,
    client: null,
    status: null,
    route: 'none',
    returnTo: null,
    problem: null,
    cookies: [],
    answer: null,
  };
}

function finish(answer: Answer, request: Incoming, exchange: Exchange, origins: Origins): Answer {
  const { requestId, status } = exchange;
  const headers = {
    'content-security-policy': NO_CONTENT,
    ...SECURITY_HEADERS,
    ...answer.headers,
    'x-request-id': requestId,
    vary: 'Origin',
    ...(status && statusFields(status)),
    ...origins.headers(request),
  };
  return {
    status: answer.status,
    headers,
    body: request.method === 'HEAD' ? null : answer.body,
    cookies: [...(answer.cookies ?? []), ...exchange.cookies],
  };
}
