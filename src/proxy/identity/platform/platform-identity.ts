import type { Logger } from '../../monitoring/logger.ts';
import type { ProblemReply } from '../../http/problem.ts';
import type { Secrets } from '../../monitoring/secrets.ts';
import { unknownPage } from '../browser-page.ts';
import { otherMember } from '../given-member.ts';
import type { Identified, Identity } from '../identity.ts';
import type { MemberIds } from '../member-ids.ts';
import type { Session } from './kinds.ts';
import { type Memberships, NOT_IN_COMMUNITY } from './memberships.ts';
import { PlatformError, problemFor } from './platform-error.ts';
import type { Sessions, ShownSignIn } from './sessions.ts';
import type { Incoming } from '../../http/incoming.ts';

export interface PlatformIdentityContext {
  /** The platform's name. */
  name: string;
  ids: MemberIds;
  sessions: Sessions;
  memberships: Memberships;
  logger: Logger;
  secrets: Secrets;
  now: () => number;
}

/**
 * The member is the person who signed in with the platform: by the proxy's cookie, or by the token of a widget on another origin. Neither is accepted
 * after it was ended, or after its member has left the community.
 */
export function platformIdentity(context: PlatformIdentityContext): Identity {
  const { ids, sessions, memberships, now } = context;

  async function whoShows(shown: ShownSignIn | null, request: Incoming): Promise<Identified> {
    if (!shown)
      return { problem: SIGN_IN, ...(sessions.isTried(request) && { refusal: 'it is no session, or an old one' }) };
    const member = 'token' in shown ? shown.token : shown.session;
    // The rule for ids may have changed since the sign-in.
    const read = ids.read(member.sub);
    if ('error' in read) return { problem: SIGN_IN, refusal: `its member id ${read.error}` };
    const { id: sub } = read;
    const ended = Array.from(new Set([member.sub, sub]), (name) => sessions.isOver({ ...member, sub: name }));
    if ((await Promise.all(ended)).includes(true)) return { problem: SIGN_IN, refusal: 'the session was ended' };
    // A token is valid for less than the shortest time between two checks of a membership.
    if ('token' in shown || !memberships.isDue(shown.session)) return { memberId: sub, name: member.name };
    return renew({ ...shown.session, sub });
  }

  async function renew(session: Session): Promise<Identified> {
    try {
      if (await memberships.stillHas(session)) {
        const setCookie = await sessions.keep({ ...session, seenAt: now() });
        return { memberId: session.sub, name: session.name, setCookie };
      }
    } catch (error) {
      return unseen(error);
    }
    await sessions.end(session);
    return { problem: NOT_IN_COMMUNITY, refusal: 'the member has left the community', setCookie: sessions.forget() };
  }

  function unseen(error: unknown): Identified {
    const { name, logger, secrets } = context;
    if (!(error instanceof PlatformError) || error.code === 'unusable') throw error;
    if (error.code === 'rejected')
      return { problem: SIGN_IN, refusal: 'the membership can be seen by another sign-in alone' };
    logger.warn({ error: secrets.describe(error) }, 'the platform did not say whether a member is in the community');
    return { problem: problemFor(error, name) };
  }

  return {
    mode: 'platform',
    async identify(request, { memberId }) {
      const stranger = unknownPage(request);
      if (stranger) return { problem: stranger };
      const identified = await whoShows(await sessions.shownBy(request), request);
      const problem = 'memberId' in identified ? otherMember(memberId, identified.memberId, ids) : null;
      return problem ? { problem } : identified;
    },
  };
}

const SIGN_IN: ProblemReply = { code: 'sign-in-required', detail: 'Please sign in first.' };
