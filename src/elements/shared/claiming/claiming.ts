import type { ReactiveController, TemplateResult } from 'lit';
import type { Claim } from '../../../contract/claim.ts';
import { type ClaimController, isClaimable, type WidgetAction, type WidgetState } from '../claim-controller.ts';
import { RewardsClaimEvent, RewardsGrantedEvent, RewardsPendingEvent, RewardsProblemEvent } from '../events.ts';
import type { Failure } from '../events.ts';
import type { Answer } from '../http.ts';
import { loadPart } from '../load-part.ts';
import type { Localization } from '../localization.ts';
import { ofDocument } from '../own-document.ts';
import type { MemberAdvice } from '../member-field.ts';
import { ClaimSender } from './claim-sender.ts';
import { failureOf, isOpenEnded, stateOf } from './failure.ts';
import type { FieldEntry, FieldValues } from './field-entry.ts';
import { memberIn } from './member-sharing.ts';
import { MemberEntry } from './member-entry.ts';
import { allMessages } from './messages.ts';
import { noticeFor } from './notice.ts';
import { helpStyles } from './help.styles.ts';
import { renderHelp } from './help-view.ts';
import { renderFollowUp, renderNotice } from './outcome-view.ts';
import { outcomeStyles } from './outcome.styles.ts';
import { pointingStyles } from './pointing.styles.ts';
import { streakLine } from './streak-line.ts';
import { TokenLook } from './token-look.ts';
import type { Outcome } from './outcome.ts';
import { countDown, FIRST_POLL_MS, followClaim, timeLeft } from './waiting.ts';
import type { SignIn } from '../sign-in/sign-in.ts';

/** How old what a widget shows may be when the visitor comes back to it. */
const FRESH_MS = 300_000;
const RETRY_AFTER_SECONDS = 10;

const NOTHING: Outcome = { reference: '', until: 0 };

/** Whether the visitor turns to the widget in earnest: a mouse may only pass over it. */
const isTouch = (event: Event) =>
  event.type === 'focusin' || (event instanceof PointerEvent && event.pointerType !== 'mouse');

const time = (instant: string | null | undefined) => (instant ? Date.parse(instant) : 0);

const built = new WeakMap<ClaimController, Promise<Claiming>>();

/** What it takes to claim with that widget, made once; it hears of the event. Rejects where a part could not be loaded. */
export async function claimingOf(claims: ClaimController, event?: Event): Promise<Claiming> {
  const building = built.get(claims) ?? build(claims);
  built.set(claims, building);
  try {
    const claiming = await building;
    if (event) claiming.hear(event);
    return claiming;
  } catch (error) {
    built.delete(claims);
    throw error;
  }
}

async function build(claims: ClaimController): Promise<Claiming> {
  return (claims.claiming = new Claiming(claims, await claims.host.loadEntry?.()));
}

/** What it takes to claim: sends, follows a pending claim to its end, counts down, and draws what came of it. */
export class Claiming implements MemberAdvice, ReactiveController {
  readonly #claims: ClaimController;
  readonly #member: MemberEntry;
  readonly #fields: FieldEntry | undefined;
  readonly #sender: ClaimSender;
  #outcome = NOTHING;
  /** Whether the visitor has turned to the widget. */
  #touched = false;
  /** What the visitor was on before the widget was drawn. */
  #focused: Element | null = null;
  /** The action that was last claimed without a press, or tried to be. */
  #tried: WidgetAction | undefined;
  #signIn: SignIn | undefined;

  constructor(claims: ClaimController, fields?: FieldEntry) {
    this.#claims = claims;
    this.#fields = fields;
    this.#sender = new ClaimSender(claims);
    claims.host.addController(new TokenLook(claims, () => void this.#refresh()));
    claims.host.addController(this);
    claims.host.requestUpdate();
    const { renderRoot } = claims.host;
    for (const { styleSheet } of [outcomeStyles, helpStyles, pointingStyles]) {
      if (styleSheet) renderRoot.adoptedStyleSheets.push(styleSheet);
    }
    this.#member = new MemberEntry(renderRoot, () => {
      claims.show(claims.state === 'invalid' ? 'ready' : claims.state);
    });
  }

  memberFlaw(localization: Localization): { error: boolean; text: string } {
    return this.#member.flaw(localization);
  }

  /** What to say below the form while that is shown. */
  message(localization: Localization): string {
    const { host, state, view } = this.#claims;
    if (state === 'submitting') return this.#sender.checking ? allMessages(localization).checking : '';
    if (state === 'loading') return '';
    if (state === 'ready') return view && !host.showsStreak ? streakLine(view.member?.streak, view, localization) : '';
    return this.#member.wrong && !this.#member.isOwn ? this.#member.flaw(localization).text : '';
  }

  help(localization: Localization): TemplateResult {
    return renderHelp(localization);
  }

  /** Whether the visitor may try now; after being throttled, when the time is up. */
  get mayClaim(): boolean {
    const { state } = this.#claims;
    return /^(ready|invalid|refused|offline|failed)$/.test(state) || (state === 'throttled' && !this.#left);
  }

  /** What to say in place of the form, or undefined where that is shown. */
  render(localization: Localization): { notice?: TemplateResult; followUp: TemplateResult } | undefined {
    const { host, state } = this.#claims;
    const notice = noticeFor(this.#claims, this.#outcome, localization);
    const account = /loading|submitting|pending/.test(state) ? undefined : this.#account(localization);
    if (!notice) return account && { followUp: account };
    const another = host.asksMember && (state === 'claimed' || state === 'refused');
    const actions = {
      retry: notice.retry || (state === 'refused' && !another) ? () => void host.claim() : undefined,
      changeMember: another ? this.#changeMember : undefined,
    };
    const followUp = renderFollowUp(this.#outcome, this.#left, localization, { ...actions, account });
    return { notice: renderNotice(notice), followUp };
  }

  /** Hears of the member's id from other widgets, and of what may have made this one stale. */
  hear(event: Event): void {
    const claims = this.#claims;
    const { host, memberId, state } = claims;
    const id = memberIn(event);
    const another = id !== undefined && host.asksMember && id !== memberId;
    if (another) {
      claims.memberId = id;
      this.#member.show(id);
    }
    this.#touched ||= isTouch(event);
    if (ofDocument('hidden') || /loading|submitting|pending/.test(state)) return;
    if (this.#touched && this.mayClaim) this.#sender.prepare();
    const backOnline = state === 'offline' && navigator.onLine;
    if (another || backOnline || Date.now() - claims.lookedAt > FRESH_MS) void this.#refresh(another);
  }

  hostUpdate(): void {
    this.#focused = this.#claims.host.renderRoot.activeElement;
  }

  hostUpdated(): void {
    this.#keepFocus();
    const { host, state, view } = this.#claims;
    if (!host.auto || state !== 'ready' || !view?.member || view === this.#tried) return;
    this.#tried = view;
    void host.claim();
  }

  /** Has a visitor who works by keyboard go on where the widget does, when what they were on has gone. */
  #keepFocus(): void {
    const focused = this.#focused;
    if (!focused || (focused.isConnected && !focused.closest('[inert]'))) return;
    this.#claims.host.renderRoot.querySelector<HTMLElement>('form:not([inert]) button, h3')?.focus();
  }

  /** Makes the next claim a new one. */
  forget(): void {
    this.#sender.forget();
  }

  /** Shows why nothing can be claimed now. */
  settle({ member, opens, state }: WidgetAction, signal: AbortSignal): void {
    if (member?.pendingClaimId) {
      this.#show('pending', signal, { reference: member.pendingClaimId });
      this.#follow(member.pendingClaimId, 0, signal);
    } else if (state === 'open') {
      this.#show('claimed', signal, { until: time(member?.nextClaimAt) });
    } else {
      this.#show(state, signal, { until: state === 'upcoming' ? time(opens) : 0 });
    }
  }

  /** Claims, unless the id in the field is none or the page objects. */
  async begin(signal: AbortSignal): Promise<void> {
    const { host } = this.#claims;
    const memberId = host.asksMember ? this.#member.take() : host.memberId;
    const fields = this.#fields ? this.#fields.take(host.localization) : {};
    if (!fields || (host.asksMember && !memberId)) this.#claims.show('invalid');
    else if (await this.#knowsMember(signal)) {
      const wanted = host.dispatchEvent(new RewardsClaimEvent({ action: host.action, memberId: memberId || null }));
      if (signal.aborted) return;
      if (wanted) await this.#send(memberId, fields, signal);
      else this.#claims.show('ready');
    }
    if (!signal.aborted && this.#claims.state === 'invalid') await this.#askAgain();
  }

  /** Shows why what was asked for did not come. */
  fail(answer: Answer | Failure, signal: AbortSignal): void {
    const failure = 'code' in answer ? answer : failureOf(answer);
    if (!isOpenEnded(failure)) this.forget();
    const { nextClaimAt, opens, requestId = '', retryAfter = RETRY_AFTER_SECONDS } = failure;
    const blamed = this.#blame(failure);
    const state = blamed ? 'invalid' : stateOf(failure);
    const until = state === 'throttled' ? Date.now() + retryAfter * 1000 : time(nextClaimAt ?? opens);
    const reference = state === 'failed' || state === 'refused' ? requestId : '';
    this.#show(state, signal, { failure, reference, until });
    this.#claims.host.dispatchEvent(new RewardsProblemEvent(failure));
  }

  /** Who is signed in, or the way to sign in, where the action asks for that. */
  #account(localization: Localization): TemplateResult | undefined {
    void this.#loadSignIn();
    return this.#signIn?.render(localization, () => void this.#signInAlone());
  }

  /** Loads what signs visitors in ahead of a press, which is when a browser lets a window be opened. */
  async #loadSignIn(): Promise<SignIn | undefined> {
    const claims = this.#claims;
    if (!this.#signIn && claims.view?.signIn) {
      const loaded = await loadPart(() => import('../sign-in/sign-in.ts')).catch(() => undefined);
      if (loaded) this.#signIn ??= new loaded.SignIn(claims);
      claims.host.requestUpdate();
    }
    return this.#signIn;
  }

  /** Whether the proxy knows the member, after a sign-in where the action asks for one. Shows what comes of it. */
  async #knowsMember(signal: AbortSignal): Promise<boolean> {
    const claims = this.#claims;
    if (!claims.view?.signIn || claims.view.member) return true;
    // The visitor may press again, and finds the window in front.
    claims.show('ready');
    const signIn = await this.#loadSignIn();
    if (signal.aborted) return false;
    const result = signIn ? await signIn.run(signal) : failureOf({});
    if (signal.aborted || !result) return false;
    if ('code' in result) this.fail(result, signal);
    else if (isClaimable(result)) claims.show('submitting');
    else this.settle(result, signal);
    return claims.state === 'submitting';
  }

  async #signInAlone(): Promise<void> {
    const claims = this.#claims;
    if (await this.#knowsMember(claims.begin('ready'))) claims.show('ready');
  }

  /** Milliseconds until what the state waits for. */
  get #left(): number {
    return timeLeft(this.#outcome);
  }

  /** Loads again in the background. A press meanwhile comes first, and what was granted to the member stays on show. */
  async #refresh(another = false): Promise<void> {
    const claims = this.#claims;
    const { state } = claims;
    const { signal } = claims.run;
    const answer = await claims.look(signal);
    const view = signal.aborted ? undefined : claims.read(answer);
    if (!view) return;
    claims.view = view;
    if (isClaimable(view)) {
      if (state !== 'ready' && state !== 'invalid') claims.begin('ready');
      claims.host.requestUpdate();
    } else if (another || state !== 'granted') this.settle(view, claims.begin(state));
  }

  readonly #changeMember = (): void => {
    this.#claims.begin('ready');
    void this.#askAgain();
  };

  /** Moves to what has to be filled in anew. */
  async #askAgain(): Promise<void> {
    const { host, state } = this.#claims;
    await host.updateComplete;
    if (state === 'invalid' && !this.#member.wrong) this.#fields?.focus();
    else this.#member.focus(host.localization);
  }

  /** Has the fields say what the proxy found wrong with them; tells whether there is any. */
  #blame({ errors = [] }: Failure): boolean {
    const aboutMember = errors.some(({ field }) => field === 'memberId');
    if (aboutMember) {
      this.#member.blame();
      this.#claims.memberId = '';
    }
    return !!this.#fields?.blame(errors, this.#claims.host.localization) || aboutMember;
  }

  /** Sends the claim, and shows what became of it. */
  async #send(memberId: string, fields: FieldValues, signal: AbortSignal): Promise<void> {
    this.#claims.memberId = memberId;
    const filled = Object.keys(fields).length > 0;
    const request = { ...(memberId && { memberId }), ...(filled && { fields }) };
    const outcome = await this.#sender.send(request, signal);
    if (signal.aborted) return;
    if ('code' in outcome) this.fail(outcome, signal);
    else this.end(outcome, signal);
  }

  /** Shows what became of a claim, and follows it while that is not known. */
  end(claim: Claim, signal: AbortSignal): void {
    const { host } = this.#claims;
    const { id, nextClaimAt, status } = claim;
    this.forget();
    if (status === 'granted') {
      this.#show('granted', signal, { claim, until: time(nextClaimAt) });
      host.dispatchEvent(new RewardsGrantedEvent(claim));
    } else if (status === 'pending') {
      this.#show('pending', signal, { reference: id });
      host.dispatchEvent(new RewardsPendingEvent(claim));
      this.#follow(id, FIRST_POLL_MS, signal);
    } else {
      this.fail({ code: status === 'refused' ? status : 'unreachable', requestId: id }, signal);
    }
  }

  #show(state: WidgetState, signal: AbortSignal, outcome: Partial<Outcome>): void {
    this.#outcome = { ...NOTHING, ...outcome };
    this.#claims.show(state);
    if (this.#left) countDown(this.#claims, this.#outcome, signal);
  }

  #follow(id: string, delay: number, signal: AbortSignal): void {
    followClaim(this.#claims, { id, delay, signal }, (claim) => this.end(claim, signal));
  }
}
