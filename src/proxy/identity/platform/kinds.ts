import * as z from 'zod';
import type { Kind } from './sealed-tokens.ts';
import type { SignInRequest } from './sign-in-request.ts';

/** A sign-in in progress, kept in a cookie of the browser that began it. */
export interface PendingSignIn extends SignInRequest, Record<string, unknown> {
  state: string;
  verifier: string;
  nonce: string;
}

export const PENDING_SIGN_IN: Kind<PendingSignIn> = {
  name: 'begun',
  lifeSeconds: 600,
  content: z.object({
    state: z.string(),
    verifier: z.string(),
    nonce: z.string(),
    returnTo: z.string(),
    challenge: z.nullable(z.string()),
    popup: z.boolean(),
  }),
};

/** The signed-in member, and a display name. Times are epoch milliseconds. */
export interface Member extends Record<string, unknown> {
  sub: string;
  name: string | null;
  signedInAt: number;
  /** The same for everything from one sign-in: the cookie, a code, a token. */
  sid: string;
  /** When the last of these expires. */
  endsAt: number;
}

const MEMBER = z.object({
  sub: z.string(),
  name: z.nullable(z.string()),
  signedInAt: z.number(),
  sid: z.string(),
  endsAt: z.number(),
});

/** What a widget of another origin exchanges for a token. It is sent in an address or a message, so it is worthless without the widget's verifier. */
export interface Code extends Member {
  jti: string;
  /** The site of the widget that asked. */
  origin: string;
  challenge: string;
}

export const CODE: Kind<Code> = {
  name: 'code',
  lifeSeconds: 120,
  content: MEMBER.extend({ jti: z.string(), origin: z.string(), challenge: z.string() }),
};

/** What a widget of another origin sends with its requests, because the browser does not send the proxy's cookies from there. */
export interface Token extends Member {
  /** The only site on which it is valid. */
  origin: string;
}

export const TOKEN: Kind<Token> = {
  name: 'member',
  lifeSeconds: 3600,
  content: MEMBER.extend({ origin: z.string() }),
};

/** The content of the session's cookie, for pages of the proxy's own origin. */
export interface Session extends Member {
  /** When it was last checked that the member is in the community, if that is required, in epoch milliseconds. */
  seenAt: number;
  /** The platform's access token, to check that again. */
  accessToken: string | null;
}

export function sessionOf(seconds: number): Kind<Session> {
  const content = MEMBER.extend({ seenAt: z.number(), accessToken: z.nullable(z.string()) });
  return { name: 'session', lifeSeconds: seconds, content };
}
