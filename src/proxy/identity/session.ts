import { isMemberId } from '../../contract/index.ts';
import { unknownPage } from './browser-page.ts';
import { otherMember } from './given-member.ts';
import type { Identity } from './identity.ts';

/** Who is signed in on the site, by the request's cookies for instance; null for nobody. */
export type SessionMember = (request: Request) => string | null | Promise<string | null>;

/** The member is whom the app that mounts the proxy has signed in. Throws what the app's function throws. */
export function sessionIdentity(member: SessionMember): Identity {
  return {
    mode: 'session',
    async identify(request, { memberId: given }) {
      const stranger = unknownPage(request);
      if (stranger) return { problem: stranger };
      const memberId = await member(request);
      if (memberId === null) {
        return { problem: { code: 'sign-in-required', detail: 'Please sign in on this site first.' } };
      }
      if (!isMemberId(memberId)) throw new TypeError('member() gave something that is no member id: mend the function');
      const problem = otherMember(given, memberId);
      return problem ? { problem } : { memberId };
    },
  };
}
