import { ClaimController, type WidgetState } from '../shared/claim-controller.ts';
import { ClaimElement } from '../shared/claim-element.ts';
import type { Claiming } from '../shared/claiming/claiming.ts';
import type { Failure } from '../shared/events.ts';
import { sampleAction, sampleClaim } from './samples.ts';

ClaimElement.createProperty('debugState', { attribute: 'debug-state' });
ClaimElement.addInitializer((element) => {
  let shown: string | null = null;
  element.addController({
    hostConnected() {
      shown = element.getAttribute('debug-state');
      const claims: unknown = Reflect.get(element, 'claims');
      if (claims instanceof ClaimController) intercept(claims);
    },
    hostUpdate() {
      const before = shown;
      shown = element.getAttribute('debug-state');
      const claims: unknown = Reflect.get(element, 'claims');
      if (claims instanceof ClaimController && shown !== before) void claims.load();
    },
  });
});

/** Has the controller show the state that its element asks for, and never ask the proxy where things stand. */
function intercept(claims: ClaimController): void {
  const load = claims.load.bind(claims);
  claims.load = async () => {
    const state = claims.host.getAttribute('debug-state');
    claims.lookedAt = Date.now();
    if (state) await show(claims, state);
    else await load();
  };
  const look = claims.look.bind(claims);
  claims.look = (signal) => (claims.host.hasAttribute('debug-state') ? Promise.resolve({}) : look(signal));
}

const FAILURES: Partial<Record<WidgetState, Failure>> = {
  invalid: { code: 'invalid-request', errors: [{ field: 'memberId', message: 'must be known' }] },
  refused: { code: 'refused', requestId: 'sample-request' },
  throttled: { code: 'throttled', retryAfter: 90 },
  offline: { code: 'offline' },
  failed: { code: 'internal', requestId: 'sample-request' },
};

async function show(claims: ClaimController, state: string): Promise<void> {
  const { host } = claims;
  claims.memberId = host.memberId;
  claims.view = state === 'loading' ? undefined : sampleAction(host.localName, host.memberId);
  const signal = claims.begin('loading');
  if (state === 'loading') return;
  const claiming = await claims.prepare();
  if (!claiming || signal.aborted) return;
  settle(claims, claiming, state, signal);
}

function settle(claims: ClaimController, claiming: Claiming, state: string, signal: AbortSignal): void {
  const { memberId } = claims.host;
  const view = sampleAction(claims.host.localName, memberId);
  const { member } = sampleAction(claims.host.localName, memberId || 'sample-member');
  switch (state) {
    case 'granted':
      return claiming.end(sampleClaim(view), signal);
    case 'pending':
      return claiming.end({ ...sampleClaim(view), status: 'pending' }, signal);
    case 'claimed':
      claims.view = { ...view, member: member && { ...member, canClaim: false } };
      return claiming.settle(claims.view, signal);
    case 'upcoming':
    case 'closed':
    case 'full':
      return claiming.settle({ ...view, state }, signal);
    case 'invalid':
    case 'refused':
    case 'throttled':
    case 'offline':
    case 'failed': {
      const failure = FAILURES[state];
      return failure && claiming.fail(failure, signal);
    }
    default:
      return claims.show(state === 'submitting' ? state : 'ready');
  }
}
