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
      const { action, memberId, answers, body, request } = context;
      if (!action.isProved) return null;
      const languages = languagesOf(request);
      const shown = body.proof?.onchain;
      const origin = request.headers.get('origin');
      const onchain = shown && origin !== null ? { proof: shown, origin } : null;
      const proved = await proofs.check({ action: action.name, memberId, fields: answers, onchain, languages });
      if (!proved) return null;
      if ('problem' in proved) return proved.problem;
      context.evidence = proved.evidence;
      // Several proofs may have looked at one signature.
      const uses = new Map(proved.singleUses.map((use) => [use.id, use]));
      context.singleUses.push(...uses.values());
      return null;
    },
} satisfies GateDefinition<{ proofs: Pick<Proofs, 'check'> }>;
