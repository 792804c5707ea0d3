import type { Claim } from '../../contract/claim.ts';
import { type ClaimFlow, isClaimable } from './claim-flow.ts';
import { ClaimSender } from './claim-sender.ts';
import { PlainCredentials } from './credentials/plain.ts';
import { SignedCredentials } from './credentials/signed.ts';
import { failureOf, isOpenEnded, moveFor } from './failure.ts';
import { loadPart } from './load-part.ts';
import { isPossible, type Move, TRANSITIONS } from './transitions.ts';
import type {
  ApiClient,
  ApiReply,
  ClaimContent,
  ClaimHooks,
  ClaimOutcome,
  Credentials,
  Failure,
  Steps,
  WidgetAction,
} from './types.ts';
import { countDown, FIRST_POLL_MS, followClaim, isAskedAgain, timeLeft } from './waiting.ts';

const RETRY_AFTER_SECONDS = 10;
const NOTHING: ClaimOutcome = { reference: '', until: 0 };

const time = (instant: string | null | undefined) => (instant ? Date.parse(instant) : 0);

/** The steps of a claim after the load: gets to know the member, sends the claim, follows a pending one to its end, and waits. */
export class ClaimSteps implements Steps {
  readonly #flow: ClaimFlow;
  readonly #hooks: ClaimHooks;
  /** Sends requests to the proxy without credentials. */
  readonly #api: ApiClient;
  #credentials: Credentials | undefined;
  /** Whether this belongs to something on the page. */
  #connected = false;
  readonly sender: ClaimSender;
  /** What the state alone does not tell. */
  outcome: ClaimOutcome = NOTHING;
  /** The identity mode that requests are made for, or will be as soon as it is loaded. */
  #mode: string | undefined;
  /** The content of the last claim. */
  #content: ClaimContent = {};
  #platform: Promise<Credentials | undefined> | undefined;

  constructor(flow: ClaimFlow, hooks: ClaimHooks) {
    this.#flow = flow;
    this.#hooks = hooks;
    this.#api = flow.api;
    this.sender = new ClaimSender(flow, hooks);
    this.changed();
  }

  /** Call after each change of the flow: uses the credentials that the action needs. */
  changed(): void {
    const flow = this.#flow;
    const { state, view } = flow;
    if (state === 'loading') this.forget();
    this.sender.changed();
    const mode = view?.signIn ? 'platform' : view?.identity;
    if (!mode || mode === this.#mode) return;
    this.#mode = mode;
    if (mode === 'platform') void this.#loadPlatform();
    else this.#use(new (mode === 'signed' ? SignedCredentials : PlainCredentials)(flow, this.#api));
  }

  connect(): void {
    this.#connected = true;
    this.#credentials?.connect?.();
  }

  disconnect(): void {
    this.#connected = false;
    this.#credentials?.disconnect?.();
  }

  /** Whether the visitor may try now: after being throttled, only when the time is over. */
  get mayClaim(): boolean {
    const { state } = this.#flow;
    return isPossible('press', state) && (state !== 'throttled' || !this.left);
  }

  /** Milliseconds until the end of what the state waits for. */
  get left(): number {
    return timeLeft(this.outcome);
  }

  forget(): void {
    this.sender.forget();
  }

  /** The visitor's input is not valid. */
  reject(): void {
    this.#move('reject');
  }

  /** The visitor corrects it. While they type, it is not sent again as it was. */
  edit(types?: boolean): void {
    const { state } = this.#flow;
    if (isPossible('edit', state)) this.#move('edit');
    else if (types && state === 'throttled' && isAskedAgain(this.outcome)) this.open();
    else this.#flow.changed();
  }

  /** Lets the visitor claim, in a new run. */
  open(): void {
    this.#move('open', this.#flow.begin(this.#flow.state));
  }

  /** Repeats the last claim, of which nothing was sent. */
  again(): void {
    void this.press(this.#content, this.#flow.begin('submitting'));
  }

  /** Claims, unless the page cancels, or the visitor does not sign in where it is required. */
  async press(content: ClaimContent, signal: AbortSignal): Promise<void> {
    const { memberId = '', fields } = content;
    const flow = this.#flow;
    this.#content = content;
    if (!(await this.#knowsMember(signal))) return;
    const wanted = this.#hooks.wants({ action: flow.site.action, memberId: memberId || null });
    if (signal.aborted) return;
    if (!wanted) return this.#move('decline');
    flow.memberId = memberId;
    const filled = fields && Object.keys(fields).length ? fields : undefined;
    const outcome = await this.sender.send({ memberId: memberId || undefined, fields: filled }, signal);
    if (signal.aborted) return;
    if ('code' in outcome) this.fail(outcome, signal);
    else this.end(outcome, signal);
  }

  /** Lets the visitor sign in without a claim, if the action needs a sign-in. */
  async signIn(): Promise<void> {
    this.open();
    if (await this.#knowsMember(this.#flow.run.signal)) this.#move('decline');
  }

  async signOut(): Promise<void> {
    await this.#credentials?.signOut?.();
  }

  /** Loads again in the background. A press in the meantime has priority, and a member's granted claim stays visible. */
  async refresh(another = false): Promise<void> {
    const flow = this.#flow;
    const { memberId, state } = flow;
    const { signal } = flow.run;
    const answer = await flow.fetchAction(signal);
    const view = signal.aborted || memberId !== flow.memberId ? undefined : flow.read(answer);
    if (!view) return;
    flow.view = view;
    if (isClaimable(view)) {
      // A lost answer may be from a day that is over: the same key would get that answer again.
      if (view.member) this.forget();
      if (state !== 'ready' && state !== 'invalid') this.open();
      else flow.enter(flow.state);
    } else if (another || state !== 'granted') this.settle(view, flow.begin(state));
  }

  loaded(answer: ApiReply, signal: AbortSignal): void {
    const { view } = this.#flow;
    if (view) this.settle(view, signal);
    else this.fail(answer, signal);
  }

  settle({ member, opens, state }: WidgetAction, signal: AbortSignal): void {
    if (member?.pendingClaimId) {
      this.#wait(member.pendingClaimId, 0, signal);
    } else if (state === 'open') {
      this.#move('claimed', signal, { until: time(member?.nextClaimAt) });
    } else {
      this.#move(state, signal, { until: state === 'upcoming' ? time(opens) : 0 });
    }
  }

  fail(answer: ApiReply | Failure, signal: AbortSignal): void {
    const failure = 'code' in answer ? answer : failureOf(answer);
    if (!isOpenEnded(failure)) this.forget();
    const { errors = [], nextClaimAt, opens, requestId = '', retryAfter = RETRY_AFTER_SECONDS } = failure;
    const move = this.#hooks.setErrors(errors) ? 'reject' : moveFor(failure);
    const until = move === 'throttled' ? Date.now() + retryAfter * 1000 : time(nextClaimAt ?? opens);
    const reference = move === 'failed' || move === 'refused' ? requestId : '';
    this.#move(move, signal, { failure, reference, until });
    this.#hooks.problem(failure);
  }

  /** Shows the result of a claim, and follows it while it is pending. */
  end(claim: Claim, signal: AbortSignal): void {
    const { id, nextClaimAt, status } = claim;
    this.forget();
    if (status === 'granted') {
      this.#move('grant', signal, { claim, until: time(nextClaimAt) });
      this.#hooks.granted(claim);
    } else if (status === 'pending') {
      this.#wait(id, FIRST_POLL_MS, signal);
      this.#hooks.pending(claim);
    } else {
      this.fail({ code: status === 'refused' ? status : 'unreachable', requestId: id }, signal);
    }
  }

  /** Changes the state, if the table of transitions allows it. */
  #move(move: Move, signal: AbortSignal = this.#flow.run.signal, outcome: Partial<ClaimOutcome> = {}): void {
    const flow = this.#flow;
    if (!isPossible(move, flow.state)) throw new Error(`A claim cannot go from ${flow.state} by ${move}`);
    this.outcome = { ...NOTHING, ...outcome };
    flow.enter(TRANSITIONS[move].to);
    if (this.left) countDown(flow, this.outcome, signal, this);
  }

  #wait(id: string, delay: number, signal: AbortSignal): void {
    this.#move('wait', signal, { reference: id });
    followClaim(this.#flow, { id, delay, signal }, (claim) => this.end(claim, signal));
  }

  /** Whether the proxy knows the member, after a sign-in if the action needs one. Shows a failure. */
  async #knowsMember(signal: AbortSignal): Promise<boolean> {
    const flow = this.#flow;
    if (!flow.view?.signIn || flow.view.member) return true;
    // The visitor may press again, and finds the open window in front.
    if (flow.state === 'submitting') this.#move('decline');
    const credentials = await this.#loadPlatform();
    if (signal.aborted) return false;
    const result = credentials ? await credentials.signIn?.(signal) : failureOf({});
    if (signal.aborted || !result) return false;
    if ('code' in result) this.fail(result, signal);
    else if (isClaimable(result)) this.#move('press');
    else this.settle(result, signal);
    return flow.state === 'submitting';
  }

  /** Loads the code for signing in before a press: browsers only allow a window to open directly after one. */
  #loadPlatform(): Promise<Credentials | undefined> {
    return (this.#platform ??= loadPart(() => import('./credentials/platform.ts')).then(
      ({ PlatformCredentials }) => this.#use(new PlatformCredentials(this.#flow, this.#api, this.#hooks)),
      () => (this.#platform = undefined),
    ));
  }

  /** A sign-in that the visitor returns from can be read only once: a widget that was removed from the page must not take it. */
  #use(credentials: Credentials): Credentials {
    const flow = this.#flow;
    this.#credentials?.disconnect?.();
    this.#credentials = flow.api = credentials;
    if (this.#connected) credentials.connect?.();
    credentials.resume?.(() => void this.refresh());
    flow.changed();
    return credentials;
  }
}
