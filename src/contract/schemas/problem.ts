import * as z from 'zod/mini';
import type * as types from '../problem.ts';
import { isProblemCode, PROBLEMS } from '../problem-codes.ts';

export const FieldError = z.object({
  field: z.string(),
  message: z.string(),
}) satisfies z.ZodMiniType<types.FieldError>;
export type FieldError = types.FieldError;

export const Progress = z.object({
  done: z.int().check(z.minimum(0)),
  of: z.int().check(z.minimum(0)),
}) satisfies z.ZodMiniType<types.Progress>;
export type Progress = types.Progress;

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
  ofSite: z.optional(z.boolean()),
  reason: z.optional(z.string()),
  progress: z.optional(Progress),
  errors: z.optional(z.array(FieldError)),
}) satisfies z.ZodMiniType<types.Problem>;
export type Problem = types.Problem;
