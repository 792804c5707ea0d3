import { languagesOf } from '../../http/languages.ts';
import type { Proofs } from '../../proofs/index.ts';
import type { GateDefinition } from './gate.ts';

/** Finds out whether what the action rewards has happened, where it says how. */
export const proofsGate = {
  name: 'proofs',
  stage: 'claiming',
  ofVisitors: true,
  yieldsToClaim: true,
  isDear: ({ isProved }) => isProved,
  make:
    ({ proofs }) =>
    async (context) => {
      const { action, memberId, answers, request } = context;
      if (!action.isProved) return null;
      const languages = languagesOf(request);
      const proved = await proofs.check({ action: action.name, memberId, fields: answers, languages });
      if (!proved) return null;
      if ('problem' in proved) return proved.problem;
      context.evidence = proved.evidence;
      context.singleUses.push(...proved.singleUses);
      return null;
    },
} satisfies GateDefinition<{ proofs: Pick<Proofs, 'check'> }>;
