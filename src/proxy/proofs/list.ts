import type { MemberIds } from '../identity/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { IsListed, ListSettings } from './kinds.ts';
import { listedMembers } from './listed-members.ts';
import { ok, type Proof, UNAVAILABLE } from './proof.ts';

export interface ListContext {
  ids: MemberIds;
  logger: Logger;
  secrets: Secrets;
}

/** Holds for members on a list. The list may be a function of the owner's: if it throws, nothing is granted. */
export function listProof({ members = [] }: ListSettings, { ids, logger, secrets }: ListContext): Proof {
  const isListed = typeof members === 'function' ? members : among(members, ids);
  return async ({ action, memberId }) => {
    try {
      return (await isListed(memberId))
        ? ok({ type: 'list' })
        : { kind: 'refuse', detail: 'You are not on the list for this.' };
    } catch (error) {
      logger.error({ action, error: secrets.describe(error) }, `the list of actions.${action}.verify failed`);
      return UNAVAILABLE;
    }
  };
}

function among(members: string | readonly string[], ids: MemberIds): IsListed {
  const read = listedMembers(members).map(({ entry }) => ids.read(entry));
  const listed = new Set(read.map((member) => ('id' in member ? member.id : null)));
  return (memberId) => listed.has(memberId);
}
