import type { ClaimRecord, LinkConflict } from '../../ledger/index.ts';
import type { ProblemReply } from '../http/problem.ts';
import type { ClaimContext } from './claim-context.ts';
import type { SingleUse } from './single-use.ts';

export function alreadyClaimed({ nextClaimAt }: Pick<ClaimRecord, 'nextClaimAt'>): ProblemReply {
  const detail =
    nextClaimAt === null
      ? 'You have already claimed this.'
      : 'You have already claimed this. Come back when it can be claimed again.';
  return { code: 'already-claimed', detail, nextClaimAt };
}

/** What the member is told if the proof belongs to another member, or is not the one they used before. */
export function linkedElsewhere({ isOf }: LinkConflict): ProblemReply {
  const detail =
    isOf === 'another-member'
      ? "This address belongs to another member already. If that should be you, ask the site's owner."
      : "You have shown another address before. Please use that one, or ask the site's owner to release it.";
  return { code: 'not-proved', detail };
}

/** The token, the solution or the code that has already made a claim. */
export function usedBefore(id: string, { singleUses }: ClaimContext): SingleUse {
  const used = singleUses.find((use) => use.id === id);
  if (used) return used;
  throw new Error('the ledger names something as used that was not shown');
}

/** What the member is told if they have claimed an action that excludes this one. */
export function excludedBy(action: string, { excludes }: ClaimContext): ProblemReply {
  const excluded = excludes.find((one) => one.action === action);
  if (excluded) return excluded.ifClaimed;
  throw new Error('the ledger names an action as excluded that nothing had excluded');
}
