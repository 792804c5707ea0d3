import type { ProblemReply } from '../../http/problem.ts';
import type { GateDefinition } from './gate.ts';
import { endOf, type LimitsNeeds } from './limits.ts';

/** Lets every request pass, and counts its result against the limits: wrong ids, and unknown outcomes. */
export const outcomesGate = {
  name: 'outcomes',
  stage: 'reading',
  make:
    ({ limits }) =>
    (context) => {
      const { exchange } = context;
      context.onVerdict(async (verdict) => {
        if (endOf(verdict) === 'unknown') await limits.unknown(context.memberId, exchange);
        if (!('problem' in verdict)) return;
        if (blamesMemberId(verdict.problem)) await limits.wrongId(null, exchange);
        if (isRefusalOfMember(verdict.problem)) await limits.wrongId(context.memberId, exchange);
      });
      return null;
    },
} satisfies GateDefinition<LimitsNeeds>;

function isRefusalOfMember({ code, ofSite }: ProblemReply): boolean {
  return code === 'refused' && !ofSite;
}

function blamesMemberId({ errors = [] }: ProblemReply): boolean {
  return errors.some(({ field }) => field === 'memberId');
}
