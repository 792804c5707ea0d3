import type { ProblemCode } from './problem-codes.ts';

/** What is wrong with one part of the request. `field` is a path such as `memberId` or `fields.email`. */
export interface FieldError {
  field: string;
  message: string;
}

/** How much of the required total is done. */
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
  /** The reason in the words of the site's owner, in the best of the visitor's languages. */
  reason?: string | undefined;
  /** The visitor's progress towards what must be proved. */
  progress?: Progress | undefined;
  errors?: FieldError[] | undefined;
}
