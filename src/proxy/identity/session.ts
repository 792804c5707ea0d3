import { unknownPage } from './browser-page.ts';
import { otherMember } from './given-member.ts';
import type { Identity } from './identity.ts';
import type { MemberIds } from './member-ids.ts';

/** Returns who is signed in on the site, for instance by the request's cookies; null if nobody is. */
export type SessionMember = (request: Request) => string | null | Promise<string | null>;

/**
 * The member is the one who is signed in to the app that mounts the proxy. Throws the errors of the app's function, and if it returns no valid id.
 */
export function sessionIdentity(member: SessionMember, ids: MemberIds): Identity {
  return {
    mode: 'session',
    async identify(request, { memberId: given }) {
      const stranger = unknownPage(request);
      if (stranger) return { problem: stranger };
      const signedIn = await member('toRequest' in request ? request.toRequest() : request);
      if (signedIn === null) {
        return { problem: { code: 'sign-in-required', detail: 'Please sign in on this site first.' } };
      }
      const read = ids.read(signedIn);
      if ('error' in read)
        throw new TypeError(`identity.session gave no member id, and no null for nobody: an id ${read.error}`);
      const problem = otherMember(given, read.id, ids);
      return problem ? { problem } : { memberId: read.id };
    },
  };
}
