import type { Identify } from '../../identity/index.ts';
import type { GateDefinition } from './gate.ts';

/** Finds out who the member is, in the way that the action asks for. */
export const identityGate = {
  name: 'identity',
  stage: 'reading',
  ofVisitors: true,
  make:
    ({ identify }) =>
    async (context) => {
      const { request, exchange, action, body } = context;
      const identified = await identify(request, exchange, action, body.memberId);
      if ('problem' in identified) return identified.problem;
      context.memberId = identified.memberId;
      if (identified.singleUse) context.singleUses.push(identified.singleUse);
      return null;
    },
} satisfies GateDefinition<{ identify: Identify }>;
