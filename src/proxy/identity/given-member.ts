import { invalidRequest, type ProblemReply } from '../problem.ts';

/** A problem where the request names another member than the one who is known; null where it agrees, or names none. */
export function otherMember(given: string | undefined, known: string): ProblemReply | null {
  if (given === undefined || given === known) return null;
  const message = 'is not the member who is signed in: leave it out';
  return invalidRequest('Please check your member id.', [{ field: 'memberId', message }]);
}
