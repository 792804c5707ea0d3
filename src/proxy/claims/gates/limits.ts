import type { ProblemReply } from '../../http/problem.ts';
import type { RateLimiter, TurnEnd } from '../../rate-limit/index.ts';
import type { ClaimVerdict } from '../claim-verdict.ts';
import type { GateDefinition } from './gate.ts';

/** What the gates of the limits are made of. */
export interface LimitsNeeds {
  limits: RateLimiter;
}

/** Lets everybody through, and counts what came of it: wrong ids, and outcomes that nobody knows. */
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

/** Counts the claim. */
export const limitsGate = {
  name: 'limits',
  stage: 'limits',
  notOfGifts: true,
  make:
    ({ limits }) =>
    ({ action, memberId, exchange, isOfVisitor }) =>
      limits.claim({ action: action.name, memberId, isTyped: isOfVisitor && action.identity === 'typed' }, exchange),
} satisfies GateDefinition<LimitsNeeds>;

/** Has the claim wait for its turn among those of the same client. */
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

function endOf(verdict: ClaimVerdict): TurnEnd {
  if ('problem' in verdict) return 'other';
  if (verdict.claim.grants.some(({ state }) => state === 'unknown')) return 'unknown';
  return verdict.claim.state === 'granted' ? 'granted' : 'other';
}

function isRefusalOfMember({ code, ofSite }: ProblemReply): boolean {
  return code === 'refused' && !ofSite;
}

function blamesMemberId({ errors = [] }: ProblemReply): boolean {
  return errors.some(({ field }) => field === 'memberId');
}
