import { type FieldError, type Problem, type ProblemCode, PROBLEMS, type Progress } from '../../contract/index.ts';
import { isoTime } from '../../common/iso-time.ts';

/** Why a request failed: a code, a sentence that tells the visitor what to do, and additional data of the code. Times are epoch milliseconds. */
export interface ProblemReply {
  code: ProblemCode;
  detail: string;
  nextClaimAt?: number | null;
  opens?: number;
  closes?: number;
  /** Seconds. */
  retryAfter?: number;
  /** The reason in the owner's words, for the visitor. */
  reason?: string;
  progress?: Progress;
  errors?: FieldError[];
  /** The methods that the path accepts. */
  allow?: string;
  /** The encodings that a body may have. */
  acceptEncoding?: string;
  /** Whether the site's own API key is the cause, for every member. */
  ofSite?: boolean;
}

/** Thrown if a request cannot be read. The boundary answers with the problem. */
export class RequestProblem extends Error {
  readonly problem: ProblemReply;

  constructor(problem: ProblemReply) {
    super(problem.detail);
    this.name = 'RequestProblem';
    this.problem = problem;
  }
}

const MAX_ERRORS = 64;

/** A request that is not valid, with the errors in its parts, up to a reasonable number. */
export function invalidRequest(detail: string, errors: FieldError[] = []): ProblemReply {
  const more = errors.length - MAX_ERRORS;
  return {
    code: 'invalid-request',
    detail: more > 0 ? `${detail} ${more} more are not listed.` : detail,
    ...(errors.length > 0 && { errors: errors.slice(0, MAX_ERRORS) }),
  };
}

/** What a visitor is told if the server is the cause. */
export const INTERNAL_DETAIL =
  "Something went wrong on the site's server. Please try again later, or tell the site's owner.";

/** The service must not be called for so many seconds. */
export function throttled(detail: string, retryAfter: number): ProblemReply {
  return { code: 'throttled', detail, retryAfter };
}

/** A limit is exceeded; try again after so many seconds. */
export function rateLimited(detail: string, retryAfter: number): ProblemReply {
  return { code: 'rate-limited', detail, retryAfter };
}

/** A sentence that says when to try again. */
export function tryAgainIn(seconds: number): string {
  if (seconds < 120) return `Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return `Please try again in ${Math.ceil(seconds / 60)} minutes.`;
}

/** The problem document (RFC 9457) for a reply. */
export function problemDocument(reply: ProblemReply, requestId: string): Problem {
  const { code, detail, nextClaimAt, opens, closes, retryAfter, ofSite, reason, progress, errors } = reply;
  return {
    type: `urn:rewards-elements:problem:${code}`,
    ...PROBLEMS[code],
    code,
    detail,
    requestId,
    ...(nextClaimAt !== undefined && { nextClaimAt: nextClaimAt === null ? null : isoTime(nextClaimAt) }),
    ...(opens !== undefined && { opens: isoTime(opens) }),
    ...(closes !== undefined && { closes: isoTime(closes) }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(ofSite && { ofSite }),
    ...(reason !== undefined && { reason }),
    ...(progress !== undefined && { progress }),
    ...(errors !== undefined && { errors }),
  };
}

/** The headers for a problem, besides those of its document or page. */
export function problemHeaders({ retryAfter, allow, acceptEncoding }: ProblemReply): Record<string, string> {
  return {
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(allow !== undefined && { allow }),
    ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
  };
}
