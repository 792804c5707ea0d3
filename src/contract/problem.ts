import * as z from 'zod/mini';
import { isProblemCode, PROBLEMS } from './problem-codes.ts';

/** What is wrong with one part of the request. `field` is a path such as `memberId` or `fields.email`. */
export const FieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/**
 * A problem document (RFC 9457). `detail` is a sentence for the visitor; `requestId` is what to quote to the site's owner.
 * `retryAfter` is in seconds, as in the `Retry-After` header.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(PROBLEMS).filter(isProblemCode)),
  detail: z.string(),
  requestId: z.string(),
  nextClaimAt: z.optional(z.nullable(z.iso.datetime())),
  opens: z.optional(z.iso.datetime()),
  closes: z.optional(z.iso.datetime()),
  retryAfter: z.optional(z.int().check(z.minimum(0))),
  errors: z.optional(z.array(FieldError)),
});
export type Problem = z.infer<typeof Problem>;
