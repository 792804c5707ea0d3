import type { ProblemCode } from './problem-codes.ts';

/** What is wrong with one part of the request. `field` is a path such as `memberId` or `fields.email`. */
export interface FieldError {
  field: string;
  message: string;
}

/** How much of what is asked for is done. */
export interface Progress {
  done: number;
  of: number;
}

/**
 * A problem document (RFC 9457). `detail` is a sentence for the visitor; `requestId` is what to quote to the site's owner.
 * Instants are ISO 8601 in UTC; `retryAfter` is in seconds, as in the `Retry-After` header.
 */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  requestId: string;
  nextClaimAt?: string | null | undefined;
  opens?: string | undefined;
  closes?: string | undefined;
  retryAfter?: number | undefined;
  /** Whether the site's own set-up is at fault, and nothing that the visitor could fix. */
  ofSite?: boolean | undefined;
  /** Why, in the words of the site's owner and the best of the visitor's languages. */
  reason?: string | undefined;
  /** How far the visitor has come with what must be proved. */
  progress?: Progress | undefined;
  errors?: FieldError[] | undefined;
}
