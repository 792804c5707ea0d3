import { isMemberId, MEMBER_ID_RULE } from '../../contract/index.ts';
import { invalidRequest } from '../problem.ts';
import type { Identity } from './identity.ts';

/** The member is whoever the visitor says. It proves nothing, and is only for what may be given to anyone. */
export const typedIdentity: Identity = {
  mode: 'typed',
  async identify(_request, { memberId }) {
    if (memberId !== undefined && isMemberId(memberId)) return { memberId };
    const message = memberId === undefined ? 'is missing: the id of the member' : `must be ${MEMBER_ID_RULE}`;
    return { problem: invalidRequest('Please check your member id.', [{ field: 'memberId', message }]) };
  },
};
