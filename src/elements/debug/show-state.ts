import type { ApiClient, ApiReply, Failure, Request, WidgetState } from '../client/types.ts';
import type { ClaimController } from '../shared/claim-controller.ts';
import { sampleAction, sampleClaim } from './samples.ts';

const FAILURES: Partial<Record<WidgetState, Failure>> = {
  invalid: { code: 'invalid-request', errors: [{ field: 'memberId', message: 'must be known' }] },
  refused: { code: 'refused', requestId: 'sample-request' },
  throttled: { code: 'throttled', retryAfter: 90 },
  offline: { code: 'offline' },
  failed: { code: 'internal', requestId: 'sample-request' },
};

/** Shows a widget in the state of its attribute, or of the property for that, and sends no requests to the proxy while it does. */
export class DebugStates implements ApiClient {
  readonly alone = true;
  readonly #claims: ClaimController;
  readonly #api: ApiClient;
  /** The requested state when the widget was last drawn. */
  #wanted: string | null;
  /** The run in which it is shown. */
  #shownIn: AbortController | undefined;

  constructor(claims: ClaimController) {
    this.#claims = claims;
    this.#api = claims.api;
    this.#wanted = this.#state;
    claims.api = this;
  }

  /** While a state is requested, nothing is answered until the run is aborted. */
  send(path: string, init: Request): Promise<ApiReply> {
    if (this.#state === null) return this.#api.send(path, init);
    return new Promise((resolve) => init.signal.addEventListener('abort', () => resolve({})));
  }

  /** Loads when another state is requested. */
  prepare(): void {
    const before = this.#wanted;
    this.#wanted = this.#state;
    if (this.#wanted !== before) void this.#claims.load();
  }

  /** Shows the state after each load. */
  show(): void {
    const claims = this.#claims;
    const state = this.#state;
    if (!state || state === 'loading' || claims.run === this.#shownIn || claims.state !== 'loading') return;
    const { site: host } = claims;
    claims.memberId = host.memberId;
    claims.view = sampleAction(host.localName, host.memberId);
    claims.begin('submitting');
    this.#shownIn = claims.run;
    void this.#settle(state, claims.run.signal);
  }

  get #state(): string | null {
    const { site } = this.#claims;
    const state: unknown = Reflect.get(site, 'debugState');
    return typeof state === 'string' ? state : site.getAttribute('debug-state');
  }

  async #settle(state: string, signal: AbortSignal): Promise<void> {
    const claims = this.#claims;
    const steps = (await claims.prepare())?.steps;
    if (!steps || signal.aborted) return;
    const { localName, memberId } = claims.site;
    const view = sampleAction(localName, memberId);
    const { member } = sampleAction(localName, memberId || 'sample-member');
    switch (state) {
      case 'granted':
        return steps.end(sampleClaim(view), signal);
      case 'pending':
        return steps.end({ ...sampleClaim(view), status: 'pending' }, signal);
      case 'claimed':
        claims.view = { ...view, member: member && { ...member, canClaim: false } };
        return steps.settle(claims.view, signal);
      case 'upcoming':
      case 'closed':
      case 'full':
        return steps.settle({ ...view, state }, signal);
      case 'invalid':
      case 'refused':
      case 'throttled':
      case 'offline':
      case 'failed': {
        const failure = FAILURES[state];
        return failure && steps.fail(failure, signal);
      }
      default:
        return state === 'submitting' ? undefined : claims.enter('ready');
    }
  }
}
