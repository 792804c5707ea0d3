import { invalidRequest, type ProblemReply } from '../http/problem.ts';
import type { MemberIds } from './member-ids.ts';

/** A problem if the request names another member than the known one; null if it names the same member, or none. */
export function otherMember(given: string | undefined, known: string, ids: MemberIds): ProblemReply | null {
  if (given === undefined) return null;
  const read = ids.read(given);
  if ('id' in read && read.id === known) return null;
  const message = 'is not the member who is signed in: leave it out';
  return invalidRequest('Please check your member id.', [{ field: 'memberId', message }]);
}
