import type { Ledger } from '../../ledger/index.ts';
import { tryAgainIn } from '../http/problem.ts';
import type { PrerequisiteSettings } from './kinds.ts';
import { ok, type Proof } from './proof.ts';

/** A claim that is under way is settled within half a minute, or waits for an operator. */
const RETRY_S = 30;
const NOT_SETTLED = {
  retryAfter: RETRY_S,
  detail: `This depends on another claim of yours, which is not settled yet. ${tryAgainIn(RETRY_S)}`,
};

/**
 * Another action that the member was granted before, so many times. As long as it is open whether they were, it is neither proved nor
 * refused: within `not` who claims both at once would have both.
 */
export function prerequisiteProof({ action, claims }: PrerequisiteSettings, ledger: Pick<Ledger, 'grantedTo'>): Proof {
  return async ({ memberId }) => {
    const { granted, open } = await ledger.grantedTo({ action, memberId });
    if (granted >= claims) return ok({ type: 'prerequisite', action, claims: granted });
    const progress = { done: granted, of: claims };
    if (granted + open >= claims) return { kind: 'not-yet', ...NOT_SETTLED, progress };
    const detail = `Something else has to be claimed first: ${granted} of ${claims} so far.`;
    const ifClaimed = { code: 'not-yet', ...NOT_SETTLED } as const;
    return { kind: 'refuse', detail, progress, unless: [{ action, claims, ifClaimed }] };
  };
}
