import { type Guard, isInstant, isString, nullable, object, reader } from './guard.ts';
import type { SignInToken, SignInView } from './sign-in.ts';

export const isSignIn: Guard<SignInView> = object<SignInView>({
  platform: isString,
  url: isString,
  member: nullable(isString),
});

/** The reply to `POST {mount}/sign-in/token`, or undefined if the value is anything else. Accepts what the schema `SignInToken` accepts. */
export const readSignInToken: (value: unknown) => SignInToken | undefined = reader(
  object<SignInToken>({
    token: (value): value is string => isString(value) && value !== '',
    expiresAt: isInstant,
  }),
);
