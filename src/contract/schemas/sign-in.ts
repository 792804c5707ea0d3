import * as z from 'zod/mini';
import type * as types from '../sign-in.ts';

export const SignInView = z.object({
  platform: z.string(),
  url: z.string(),
  member: z.nullable(z.string()),
}) satisfies z.ZodMiniType<types.SignInView>;
export type SignInView = types.SignInView;

export const SignInCode = z.strictObject({
  code: z.string().check(z.maxLength(4096)),
  verifier: z.string().check(z.maxLength(128)),
}) satisfies z.ZodMiniType<types.SignInCode>;
export type SignInCode = types.SignInCode;

export const SignInToken = z.object({
  token: z.string().check(z.minLength(1)),
  expiresAt: z.iso.datetime(),
}) satisfies z.ZodMiniType<types.SignInToken>;
export type SignInToken = types.SignInToken;
