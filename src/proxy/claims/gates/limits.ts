import type { RateLimiter, TurnEnd } from '../../rate-limit/index.ts';
import type { ClaimVerdict } from '../claim-verdict.ts';
import type { GateDefinition } from './gate.ts';

/** What the gates for limits need. */
export interface LimitsNeeds {
  limits: RateLimiter;
}

/** Counts the claim against the limits. */
export const limitsGate = {
  name: 'limits',
  stage: 'limits',
  notOfGifts: true,
  make:
    ({ limits }) =>
    ({ action, memberId, exchange, isOfVisitor }) =>
      limits.claim({ action: action.name, memberId, isTyped: isOfVisitor && action.identity === 'typed' }, exchange),
} satisfies GateDefinition<LimitsNeeds>;

/** Lets the claim wait for its turn among those of the same client. */
export const turnGate = {
  name: 'turn',
  stage: 'limits',
  make:
    ({ limits }) =>
    async (context) => {
      const turn = await limits.turn(context.action.name, context.exchange);
      if ('problem' in turn) return turn.problem;
      context.onEnd((verdict) => turn.end(verdict ? endOf(verdict) : 'other'));
      return null;
    },
} satisfies GateDefinition<LimitsNeeds>;

/** The result of the claim, as limits count it. */
export function endOf(verdict: ClaimVerdict): TurnEnd {
  if ('problem' in verdict) return 'other';
  if (verdict.claim.grants.some(({ state }) => state === 'unknown')) return 'unknown';
  return verdict.claim.state === 'granted' ? 'granted' : 'other';
}
