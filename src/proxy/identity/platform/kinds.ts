import * as z from 'zod';
import type { Kind } from './seals.ts';

/** A sign-in that is under way, kept in a cookie of the browser that began it. */
export interface Begun extends Record<string, unknown> {
  state: string;
  verifier: string;
  nonce: string;
  /** The page that asked, on one of the owner's sites. */
  returnTo: string;
  /** What the widget that asked can prove to be its own (the hash of a text that it keeps). */
  challenge: string | null;
  /** Whether the page that asked opened a window for it. */
  popup: boolean;
}

export const BEGUN: Kind<Begun> = {
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

/** Whoever is signed in, a name to show, and when they signed in (epoch milliseconds). */
export interface Member extends Record<string, unknown> {
  sub: string;
  name: string | null;
  signedInAt: number;
}

const MEMBER = z.object({ sub: z.string(), name: z.nullable(z.string()), signedInAt: z.number() });

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

/** What a widget of another origin shows with its requests, since a browser keeps the proxy's cookies from it. */
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
export function sessionOf(seconds: number): Kind<Member> {
  return { name: 'session', lifeSeconds: seconds, content: MEMBER };
}
