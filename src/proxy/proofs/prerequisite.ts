import type { Ledger } from '../../ledger/index.ts';
import type { PrerequisiteSettings } from './kinds.ts';
import { ok, type Proof } from './proof.ts';

/** Another action that the member was granted before, so many times. */
export function prerequisiteProof({ action, claims }: PrerequisiteSettings, ledger: Pick<Ledger, 'grantedTo'>): Proof {
  return async ({ memberId }) => {
    const granted = await ledger.grantedTo({ action, memberId });
    if (granted >= claims) return ok({ type: 'prerequisite', action, claims: granted });
    return {
      kind: 'refuse',
      detail: `Something else has to be claimed first: ${granted} of ${claims} so far.`,
      progress: { done: granted, of: claims },
    };
  };
}
