import * as z from 'zod';
import type { Kind } from './sealed-tokens.ts';
import type { SignInRequest } from './sign-in-request.ts';

/** A sign-in that is under way, kept in a cookie of the browser that began it. */
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

/** The signed-in member, and a name to show. Times are epoch milliseconds. */
export interface Member extends Record<string, unknown> {
  sub: string;
  name: string | null;
  signedInAt: number;
  /** One for all that comes of a sign-in: a cookie, a code, a token. */
  sid: string;
  /** When the last of that is no good any more. */
  endsAt: number;
}

const MEMBER = z.object({
  sub: z.string(),
  name: z.nullable(z.string()),
  signedInAt: z.number(),
  sid: z.string(),
  endsAt: z.number(),
});

/** What a widget of another origin is handed, for a token. It goes through an address or a message, so it is worth nothing by itself. */
export interface Code extends Member {
  jti: string;
  /** The site whose widget asked. */
  origin: string;
  challenge: string;
}

export const CODE: Kind<Code> = {
  name: 'code',
  lifeSeconds: 120,
  content: MEMBER.extend({ jti: z.string(), origin: z.string(), challenge: z.string() }),
};

/** What a widget of another origin shows with its requests, because a browser keeps the proxy's cookies from it. */
export interface Token extends Member {
  /** The only site that it is good for. */
  origin: string;
}

export const TOKEN: Kind<Token> = {
  name: 'member',
  lifeSeconds: 3600,
  content: MEMBER.extend({ origin: z.string() }),
};

/** What the session's cookie holds, for pages of the proxy's own origin. */
export interface Session extends Member {
  /** When the member was last seen to be in the community, if that is asked for, in epoch milliseconds. */
  seenAt: number;
  /** What the platform lets that be looked at again with. */
  accessToken: string | null;
}

export function sessionOf(seconds: number): Kind<Session> {
  const content = MEMBER.extend({ seenAt: z.number(), accessToken: z.nullable(z.string()) });
  return { name: 'session', lifeSeconds: seconds, content };
}
