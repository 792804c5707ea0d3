import type { Ledger } from '../../../ledger/index.ts';
import type { ProblemReply } from '../../problem.ts';
import { unknownPage } from '../browser-page.ts';
import { otherMember } from '../given-member.ts';
import type { Identity } from '../identity.ts';
import type { Cookie } from './cookies.ts';
import { type Member, TOKEN } from './kinds.ts';
import type { Kind, Seals } from './seals.ts';

const BEARER = /^Bearer ([\w-]+(?:\.[\w-]*){4})$/i;

export interface PlatformIdentityContext {
  /** The proxy's own, for whose pages the cookie is. */
  origin: string;
  seals: Seals;
  session: Kind<Member>;
  cookie: Cookie;
  ledger: Pick<Ledger, 'sessionsEndedAt'>;
}

/**
 * The member is whoever signed in with the platform: by the proxy's cookie, or by the token of a widget on another origin.
 * Neither counts once the member's sessions were ended.
 */
export function platformIdentity({ origin, seals, session, cookie, ledger }: PlatformIdentityContext): Identity {
  async function byToken(authorization: string, { headers }: Request): Promise<Member | null> {
    const token = await seals.open(TOKEN, BEARER.exec(authorization)?.[1] ?? '');
    return token && token.origin === headers.get('origin') ? token : null;
  }

  async function byCookie(request: Request): Promise<Member | null> {
    const asking = request.headers.get('origin');
    const sealed = asking === null || asking === origin ? cookie.of(request) : null;
    return sealed === null ? null : seals.open(session, sealed);
  }

  async function isOver({ sub, signedInAt }: Member): Promise<boolean> {
    const endedAt = await ledger.sessionsEndedAt(sub);
    return endedAt !== null && signedInAt <= endedAt;
  }

  return {
    mode: 'platform',
    async identify(request, { memberId }) {
      const stranger = unknownPage(request);
      if (stranger) return { problem: stranger };
      const authorization = request.headers.get('authorization');
      const member = authorization === null ? await byCookie(request) : await byToken(authorization, request);
      if (!member || (await isOver(member))) return { problem: SIGN_IN };
      const problem = otherMember(memberId, member.sub);
      return problem ? { problem } : { memberId: member.sub, name: member.name };
    },
  };
}

const SIGN_IN: ProblemReply = { code: 'sign-in-required', detail: 'Please sign in first.' };
