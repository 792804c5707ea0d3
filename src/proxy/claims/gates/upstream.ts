import { throttled, tryAgainIn } from '../../http/problem.ts';
import type { Hold, Upstream } from '../../upstream/index.ts';
import { CallPermit } from '../call-permit.ts';
import type { GateDefinition } from './gate.ts';
import type { Intake } from './intake.ts';

/** Asks for a permit to call the service, so that no claim is used up while it may not be called. */
export const upstreamGate = {
  name: 'upstream',
  stage: 'claiming',
  yieldsToClaim: true,
  make:
    ({ upstreams, intake }) =>
    async (context) => {
      const { action, exchange } = context;
      const upstream = upstreams.get(action.service);
      if (!upstream) throw new Error(`action ${action.name} names the service ${action.service}, which there is not`);
      const entry = await upstream.admission.enter(exchange.client);
      if ('reason' in entry) {
        const { reason, retryAfter } = entry;
        return throttled(`${HELD_BACK[reason]} ${tryAgainIn(retryAfter)}`, retryAfter);
      }
      const permit = new CallPermit(upstream, entry, () => intake.closed);
      context.permit = permit;
      context.onTried(() => permit.leave());
      return null;
    },
} satisfies GateDefinition<{ upstreams: ReadonlyMap<string, Upstream>; intake: Intake }>;

const HELD_BACK: Record<Hold['reason'], string> = {
  paused: 'The community takes no requests at the moment.',
  'in-trouble': 'The community does not answer at the moment.',
  busy: 'Very many are claiming at the moment.',
};
