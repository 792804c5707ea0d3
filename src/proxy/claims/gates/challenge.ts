import type { Challenges } from '../../challenge/index.ts';
import type { GateDefinition } from './gate.ts';

/** Checks that the visitor is no bot, if the action asks for that. */
export const challengeGate = {
  name: 'challenge',
  stage: 'claiming',
  ofVisitors: true,
  concerns: ({ challenge }) => challenge !== null,
  isCostly: true,
  make:
    ({ challenges }) =>
    async (context) => {
      const { action, memberId, body, requestName } = context;
      const { name } = action;
      const checked = await challenges.check(name, { memberId, proof: body.proof, requestName });
      if (!checked) return null;
      if ('problem' in checked) return checked.problem;
      context.singleUses.push(checked.singleUse);
      context.onVerdict((verdict) => {
        if ('claim' in verdict) challenges.claimed(name);
      });
      return null;
    },
} satisfies GateDefinition<{ challenges: Challenges }>;
