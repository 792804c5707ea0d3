import { cleanMemberId, isMemberId, MEMBER_ID_RULE } from '../../contract/index.ts';
import { UsageError } from '../command.ts';

/** The member that the operands name. Throws `UsageError`. */
export function readMemberId([text, ...more]: readonly string[], usage: string): string {
  if (text === undefined || more.length > 0) throw new UsageError(`name one member: ${usage} <id>`);
  const id = cleanMemberId(text);
  if (isMemberId(id)) return id;
  throw new UsageError(`a member id is ${MEMBER_ID_RULE}`);
}
