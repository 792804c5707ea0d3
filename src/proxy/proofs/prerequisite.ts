import type { Ledger } from '../../ledger/index.ts';
import { tryAgainIn } from '../http/problem.ts';
import type { PrerequisiteSettings } from './kinds.ts';
import { ok, type Proof } from './proof.ts';

/** A claim in flight is settled within half a minute, or waits for an operator. */
const RETRY_S = 30;
const NOT_SETTLED = {
  retryAfter: RETRY_S,
  detail: `This depends on another claim of yours, which is not settled yet. ${tryAgainIn(RETRY_S)}`,
};

/**
 * Holds if the member was granted another action so many times before. While that is undecided, the finding is neither `ok` nor a refusal: otherwise
 * a member who claims both at the same time would get both if this is within `not`.
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
