import type { Ledger } from '../../../ledger/index.ts';
import { bearerToken } from '../bearer.ts';
import type { Cookie } from './cookies.ts';
import { CODE, type Member, type Session, TOKEN, type Token } from './kinds.ts';
import type { PlatformMember } from './member.ts';
import type { Kind, SealedTokens } from './sealed-tokens.ts';
import type { Incoming } from '../../http/incoming.ts';
import { originOf } from '../../http/origin.ts';

/** An encrypted token in its compact form (JWE, RFC 7516). */
const SEALED = /^[\w-]+(?:\.[\w-]*){4}$/;
const DAY_MS = 86_400_000;
/** The limit of browsers for a cookie is 4096 bytes, including its name and attributes. */
const MAX_SEALED_LENGTH = 3800;

export interface SessionsContext {
  /** The proxy's own origin: the cookie is for its pages. */
  origin: string;
  sealedTokens: SealedTokens;
  session: Kind<Session>;
  cookie: Cookie;
  ledger: Pick<Ledger, 'endSession' | 'isSessionOver'>;
  now: () => number;
}

/** The sign-in of a request: the cookie's session, or a token. */
export type ShownSignIn = { session: Session } | { token: Token };

/** The sessions of signed-in members. Their content is in the members' browsers. The ledger knows which sessions ended early. */
export class Sessions {
  readonly #context: SessionsContext;

  constructor(context: SessionsContext) {
    this.#context = context;
  }

  /** What everything from one sign-in has in common. */
  memberOf({ id, name }: PlatformMember): Member {
    const { now, session } = this.#context;
    const lifeSeconds = Math.max(session.lifeSeconds, CODE.lifeSeconds + TOKEN.lifeSeconds);
    const signedInAt = now();
    return { sub: id, name, signedInAt, sid: crypto.randomUUID(), endsAt: signedInAt + lifeSeconds * 1000 };
  }

  /** The `Set-Cookie` header for a session. It does not extend the session's original lifetime. */
  async keep(session: Session): Promise<string> {
    const { cookie, now, sealedTokens, session: kind } = this.#context;
    const endsAt = session.signedInAt + kind.lifeSeconds * 1000;
    const seal = (content: Session) => sealedTokens.seal(kind, content, endsAt);
    const sealed = await seal(session);
    // Without the platform's token, only a new sign-in can show whether the member is still in the community.
    const fitting = sealed.length > MAX_SEALED_LENGTH ? await seal({ ...session, accessToken: null }) : sealed;
    return cookie.set(fitting, Math.max(0, Math.floor((endsAt - now()) / 1000)));
  }

  /** The request's sign-in, if it is allowed there: a token on the site that it was made for, the cookie on pages of the proxy's origin. */
  async shownBy(request: Incoming): Promise<ShownSignIn | null> {
    const { cookie, origin, sealedTokens, session: kind } = this.#context;
    const asking = originOf(request);
    const shown = bearerToken(request);
    if (shown !== null) {
      const token = await sealedTokens.open(TOKEN, SEALED.test(shown) ? shown : '');
      return token && token.origin === asking ? { token } : null;
    }
    const sealed = asking === null || asking === origin ? cookie.of(request) : null;
    const session = sealed === null ? null : await sealedTokens.open(kind, sealed);
    return session && { session };
  }

  /** Whether the request contains anything that could be a session, valid or not. */
  isTried(request: Incoming): boolean {
    return bearerToken(request) !== null || this.#context.cookie.of(request) !== null;
  }

  /** Whether it was ended early. */
  isOver({ sid, sub, signedInAt }: Member): Promise<boolean> {
    return this.#context.ledger.isSessionOver({ id: sid, memberId: sub, beganAt: signedInAt });
  }

  /** Ends everything from the sign-in. The extra day allows for clocks of several processes that differ. */
  end({ sid, endsAt }: Member): Promise<void> {
    return this.#context.ledger.endSession(sid, endsAt + DAY_MS);
  }

  /** Ends the session of the request's cookie, if there is one, because another replaces it. */
  async endFormer(request: Incoming): Promise<void> {
    const { cookie, sealedTokens, session: kind } = this.#context;
    const sealed = cookie.of(request);
    const session = sealed === null ? null : await sealedTokens.open(kind, sealed);
    if (session) await this.end(session);
  }

  /** The `Set-Cookie` header that removes the session from the browser. */
  forget(): string {
    return this.#context.cookie.clear();
  }
}
