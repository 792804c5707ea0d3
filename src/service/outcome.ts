import type { AwardEcho, RoleEcho } from './wire.ts';

/**
 * What is known of one call, kept for the operator. Never contains the API key. `status` is the HTTP status; `code`, `error` and `ts` are the
 * envelope's; `failure` is a sentence that says what went wrong. `code` is text if it is not a safe integer. `reply` is the beginning of a reply that
 * `code` and `error` do not explain.
 */
export interface Evidence {
  status?: number;
  code?: number | string;
  error?: string;
  ts?: number;
  reply?: string;
  failure?: string;
  /** Seconds that a `Retry-After` header asked for. */
  retryAfter?: number;
  /** From the first attempt to the verdict. */
  durationMs: number;
}

/**
 * The verdict on one call.
 * - `granted`: executed, and the service echoed what was asked.
 * - `refused`: answered and not executed.
 * - `released`: not one byte was written, so it was not executed and may be tried again.
 * - `unknown`: it may have been executed.
 */
export type Outcome<Echo extends AwardEcho | RoleEcho = AwardEcho | RoleEcho> =
  | { kind: 'granted'; echo: Echo; evidence: Evidence }
  | { kind: 'refused'; evidence: Evidence }
  | { kind: 'released'; evidence: Evidence }
  | { kind: 'unknown'; evidence: Evidence };
