import { invalidRequest } from '../http/problem.ts';
import type { Identity } from './identity.ts';
import type { MemberIds } from './member-ids.ts';

/** The member is the one that the visitor names. That proves nothing, and is only for rewards that anyone may get. */
export function typedIdentity(ids: MemberIds): Identity {
  return {
    mode: 'typed',
    async identify(_request, { memberId }) {
      const read = memberId === undefined ? { error: 'is missing: the id of the member' } : ids.read(memberId);
      if ('id' in read) return { memberId: read.id };
      const errors = [{ field: 'memberId', message: read.error }];
      return { problem: invalidRequest('Please check your member id.', errors) };
    },
  };
}
