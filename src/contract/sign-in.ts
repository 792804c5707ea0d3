import * as z from 'zod/mini';

/** How a visitor signs in, for actions that ask for it. `member` is a name to show of whoever is signed in. */
export const SignInView = z.object({
  platform: z.string(),
  url: z.string(),
  member: z.nullable(z.string()),
});
export type SignInView = z.infer<typeof SignInView>;

/** The body of `POST {mount}/sign-in/token`: what the sign-in brought, and the text whose hash it was begun with. */
export const SignInCode = z.strictObject({
  code: z.string().check(z.maxLength(4096)),
  verifier: z.string().check(z.maxLength(128)),
});
export type SignInCode = z.infer<typeof SignInCode>;

/** The reply to it: what a widget shows as `Authorization: Bearer`, until it expires. */
export const SignInToken = z.object({ token: z.string().check(z.minLength(1)), expiresAt: z.iso.datetime() });
export type SignInToken = z.infer<typeof SignInToken>;
