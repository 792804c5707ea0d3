import { invalidRequest } from '../http/problem.ts';
import type { Identity } from './identity.ts';
import type { MemberIds } from './member-ids.ts';

/** The member is whoever the visitor says. It proves nothing, and is only for what may be given to anyone. */
export function typedIdentity(ids: MemberIds): Identity {
  return {
    mode: 'typed',
    async identify(_request, { memberId }) {
      const read = memberId === undefined ? { flaw: 'is missing: the id of the member' } : ids.read(memberId);
      if ('id' in read) return { memberId: read.id };
      const errors = [{ field: 'memberId', message: read.flaw }];
      return { problem: invalidRequest('Please check your member id.', errors) };
    },
  };
}
