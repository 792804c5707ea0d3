import type { ReactiveController, TemplateResult } from 'lit';
import type { Claim } from '../../../contract/claim.ts';
import type { FieldError } from '../../../contract/problem.ts';
import { ClaimSteps } from '../../client/claim-steps.ts';
import { loadPart } from '../../client/load-part.ts';
import { ofDocument } from '../../client/own-document.ts';
import type { ApiReply, ClaimHooks, ClaimRequest, Failure, WidgetAction } from '../../client/types.ts';
import { RewardsClaimEvent, RewardsGrantedEvent, RewardsPendingEvent, RewardsProblemEvent } from '../events.ts';
import type { Localization } from '../localization.ts';
import type { Account } from '../sign-in/account.ts';
import type { ClaimParts, MemberAdvice, OutcomeView, WidgetFlow } from '../types.ts';
import { allMessages } from './all-messages.ts';
import type { FieldEntry } from './field-entry.ts';
import { HelpLoader } from './help-loader.ts';
import { grantedStyles } from './granted.styles.ts';
import { MemberEntry } from './member-entry.ts';
import { memberIn } from './member-sharing.ts';
import { noticeFor } from './notice.ts';
import { renderOutcome } from './outcome-view.ts';
import { outcomeStyles } from './outcome.styles.ts';
import { controlStyles } from './controls.styles.ts';
import { popoverStyles } from './popover.styles.ts';
import { streakLine } from './streaks.ts';
import type { SetupCode } from './hints.ts';
import { adoptStyles } from './adopt.ts';

/** Whether the page's author can fix it. */
const isSetupCode = (code: Failure['code']): code is SetupCode =>
  code === 'origin-not-allowed' || code === 'no-proxy' || code === 'not-found' || code === 'unknown-action';

/** The greatest age of what a widget shows when the visitor comes back to it. */
const FRESH_MS = 300_000;
/** The first and the longest time between tries while the browser is online but the proxy cannot be reached yet. */
const FIRST_GAP_MS = 1000;
const LAST_GAP_MS = 60_000;

/** Whether the visitor really uses the widget: a mouse may just pass over it. */
const isTouch = (event: Event) =>
  event.type === 'focusin' || (event instanceof PointerEvent && event.pointerType !== 'mouse');

/** Whether it still says that there is no connection, although there is one. */
const isBackOnline = ({ state }: WidgetFlow) => state === 'offline' && navigator.onLine;

const built = new WeakMap<WidgetFlow, Promise<Claiming>>();

/** The widget's `Claiming`, made once, which also gets the event. Rejects if a part could not be loaded. */
export async function claimingOf(flow: WidgetFlow, event?: Event): Promise<Claiming> {
  const building = built.get(flow) ?? build(flow);
  built.set(flow, building);
  try {
    const claiming = await building;
    if (event) claiming.handleEvent(event);
    return claiming;
  } catch (error) {
    built.delete(flow);
    throw error;
  }
}

async function build(flow: WidgetFlow): Promise<Claiming> {
  const claiming = new Claiming(flow, await flow.site.loadEntry?.());
  flow.claiming = claiming;
  return claiming;
}

/** Reads the visitor's input, draws, and fires the page's events during a claim. */
class Claiming implements ClaimParts, ClaimHooks, ReactiveController {
  readonly steps: ClaimSteps;
  readonly #flow: WidgetFlow;
  readonly #member: MemberEntry;
  readonly #fields: FieldEntry | undefined;
  readonly #help: HelpLoader;
  /** Whether the visitor has used the widget. */
  #touched = false;
  /** Whether another member was entered elsewhere, for whom nothing has been requested yet. */
  #another = false;
  /** The page's token for the member of this claim. */
  #token: string | null | undefined;
  /** What had the focus before the widget was drawn. */
  #focused: Element | null = null;
  /** The action of the last automatic claim, or of an attempt. */
  #tried: WidgetAction | undefined;
  #account: Account | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** The text of the outcome, how often it was too long for its place, and its element. */
  #words = '';
  #cuts = 0;
  #text: Element | null = null;
  readonly #textResized = new ResizeObserver(() => requestAnimationFrame(() => this.#findCut()));

  constructor(flow: WidgetFlow, fields?: FieldEntry) {
    this.#flow = flow;
    this.#fields = fields;
    const { site: host } = flow;
    this.#token = host.memberToken;
    this.#member = new MemberEntry(host.renderRoot, (types) => this.steps.edit(types));
    this.#help = new HelpLoader(host);
    this.steps = new ClaimSteps(flow, this);
    host.addController(this);
    // A key that is held down counts as one press.
    host.addEventListener('keydown', (event) => {
      const [on] = event.composedPath();
      const isHeld = event.repeat && event.key === 'Enter';
      if (isHeld && on instanceof Element && on.matches('input,button')) event.preventDefault();
    });
  }

  loaded(answer: ApiReply, signal: AbortSignal): void {
    this.steps.loaded(answer, signal);
  }

  hostConnected(): void {
    const { site: host } = this.#flow;
    adoptStyles(host, outcomeStyles, controlStyles, popoverStyles, grantedStyles);
    this.steps.connect();
    host.requestUpdate();
  }

  hostDisconnected(): void {
    this.steps.disconnect();
    this.#text = null;
  }

  hostUpdate(): void {
    this.#focused = this.#flow.site.renderRoot.activeElement;
  }

  hostUpdated(): void {
    this.#keepFocus();
    this.#findCut();
    this.steps.changed();
    const { site: host, state, view } = this.#flow;
    // A claim that was granted in the meantime stays visible.
    if (this.#another && state !== 'granted') this.#catchUp();
    // The token may be of another member, of whom nothing must be visible yet.
    if (host.memberToken !== this.#token && !state.endsWith('ing')) {
      this.#token = host.memberToken;
      void this.steps.refresh();
    }
    if (!host.auto || state !== 'ready' || !view?.member?.canClaim || view === this.#tried) return;
    this.#tried = view;
    void host.claim();
  }

  memberError(localization: Localization): ReturnType<MemberAdvice['memberError']> {
    return this.#member.error(localization, this.#flow.view);
  }

  /** The text below the form while there is something to press. */
  message(localization: Localization): string | undefined {
    const { site: host, state, view } = this.#flow;
    if (state.endsWith('ing')) return '';
    if (state === 'ready') {
      const streak = !host.showsStreak && view?.member?.streak;
      return streak ? streakLine(streak, view.repeats, localization) : '';
    }
    if (!this.#member.wrong) return this.#fields?.message;
    if (this.#member.isSaid) return '';
    const { text } = this.memberError(localization);
    return view?.memberIdLabel ? `${view.memberIdLabel}: ${text}` : text;
  }

  help(localization: Localization): TemplateResult | undefined {
    return this.#help.render(localization);
  }

  get mayClaim(): boolean {
    return this.steps.mayClaim;
  }

  /** The outcome; undefined if there is none. */
  render(localization: Localization): OutcomeView | undefined {
    const { asksMember, site: host, state, view } = this.#flow;
    const { left, outcome, sender } = this.steps;
    const notice = noticeFor(this.#flow, outcome, localization);
    const account = state.endsWith('ing') ? undefined : this.#renderAccount(localization);
    const checking = sender.checking && allMessages(localization).checking;
    const message =
      checking ||
      (this.#member.isOwn || (this.#fields?.message && !this.#member.wrong) ? '' : this.message(localization));
    const another = asksMember && (state === 'claimed' || (state === 'ready' && host.hidesField));
    const changeMember = another ? this.#changeMember : undefined;
    const words = notice ? [notice.heading, ...notice.text].join() : '';
    if (words !== this.#words) this.#cuts = 0;
    this.#words = words;
    return renderOutcome({
      host,
      notice,
      outcome,
      left,
      localization,
      changeMember,
      memberIdLabel: view?.memberIdLabel,
      account,
      message,
      cuts: this.#cuts,
    });
  }

  /** Receives the member's id from other widgets, and events after which this one may be stale. */
  handleEvent(event: Event): void {
    const flow = this.#flow;
    const { asksMember, memberId, state } = flow;
    const id = memberIn(event);
    const another = id !== undefined && asksMember && id !== memberId;
    if (another) {
      flow.memberId = id;
      this.#member.show(id);
    }
    this.#touched ||= isTouch(event);
    // On the pages that the visitor comes back from, they may have claimed, or signed in or out.
    if (event.type === 'pageshow') flow.lookedAt -= FRESH_MS;
    // A press is always for its own member.
    this.#another ||= another && state !== 'submitting';
    this.#catchUp();
  }

  /** Handles the events that came while it could not send requests. */
  #catchUp(): void {
    const flow = this.#flow;
    const another = this.#another;
    if (ofDocument('hidden') || flow.state.endsWith('ing')) return;
    this.#another = false;
    if (this.#touched && this.mayClaim) this.steps.sender.prepare();
    if (another || isBackOnline(flow) || Date.now() - flow.lookedAt > FRESH_MS) void this.#refresh(another);
  }

  /** Phones report that they are online a moment before they can reach anybody: then it tries again. */
  async #refresh(another: boolean, gap = FIRST_GAP_MS): Promise<void> {
    const flow = this.#flow;
    const { signal } = flow.run;
    await this.steps.refresh(another);
    clearTimeout(this.#again);
    if (signal.aborted || !isBackOnline(flow)) return;
    this.#again = setTimeout(() => {
      if (signal.aborted || !isBackOnline(flow) || ofDocument('hidden')) return;
      void this.#refresh(false, Math.min(gap * 2, LAST_GAP_MS));
    }, gap);
  }

  async begin(signal: AbortSignal): Promise<void> {
    const flow = this.#flow;
    this.#another = false;
    const { asksMember, site: host } = flow;
    this.#token = host.memberToken;
    const memberId = asksMember ? this.#member.take() : host.memberId;
    const fields = this.#fields ? this.#fields.take(host.localization) : {};
    if (!fields || (asksMember && !memberId)) this.steps.reject();
    else await this.steps.press({ memberId, fields }, signal);
    if (!signal.aborted && flow.state === 'invalid') await this.#askAgain();
  }

  wants(request: ClaimRequest): boolean {
    return this.#flow.site.dispatchEvent(new RewardsClaimEvent(request));
  }

  granted(claim: Claim): void {
    this.#flow.site.dispatchEvent(new RewardsGrantedEvent(claim));
  }

  pending(claim: Claim): void {
    this.#flow.site.dispatchEvent(new RewardsPendingEvent(claim));
  }

  problem(failure: Failure): void {
    const { code } = failure;
    if (isSetupCode(code)) void this.#logHint(code);
    this.#flow.site.dispatchEvent(new RewardsProblemEvent(failure));
  }

  setErrors(errors: readonly FieldError[]): boolean {
    const aboutMember = errors.some(({ field }) => field === 'memberId');
    if (aboutMember) {
      this.#member.setError();
      this.#flow.memberId = '';
    }
    return !!this.#fields?.setErrors(errors, this.#flow.site.localization) || aboutMember;
  }

  async placeChallenge(): Promise<HTMLElement> {
    const { placeChallenge } = await loadPart(() => import('./challenge-place.ts'));
    return placeChallenge(this.#flow.site);
  }

  get language(): string {
    return this.#flow.site.localization.locale;
  }

  async leaving(): Promise<void> {
    await (await this.#loadAccount())?.leaving();
  }

  /** Who is signed in, or a button to sign in, if the action needs a sign-in. */
  #renderAccount(localization: Localization): TemplateResult | undefined {
    const { view } = this.#flow;
    if (!view?.signIn) return undefined;
    void this.#loadAccount();
    return this.#account?.render(view, localization, this.steps);
  }

  async #loadAccount(): Promise<Account | undefined> {
    const { site: host } = this.#flow;
    if (!this.#account) {
      const loaded = await loadPart(() => import('../sign-in/account.ts')).catch(() => undefined);
      if (loaded) {
        this.#account ??= new loaded.Account(host);
        host.requestUpdate();
      }
    }
    return this.#account;
  }

  /** If the focused element has disappeared, moves the focus of a visitor with a keyboard to where the widget continues. */
  #keepFocus(): void {
    const focused = this.#focused;
    if (!focused || (focused.checkVisibility({ visibilityProperty: true }) && !focused.matches(':disabled'))) return;
    const { renderRoot } = this.#flow.site;
    const card = renderRoot.querySelector('section');
    // A heading in the live region would be spoken twice.
    if (card) card.tabIndex = -1;
    (renderRoot.querySelector<HTMLElement>('form:not(.answer) [part~=button]') ?? card)?.focus();
  }

  /** The page's author is there, and sees it where it does not come. */
  async #logHint(code: SetupCode): Promise<void> {
    const part = await loadPart(() => import('./hints.ts')).catch(() => undefined);
    part?.logHint(code, this.#flow.site);
  }

  /** Makes room for a text that is too long for its place, and then moves it to the details. */
  #findCut(): void {
    const { site: host } = this.#flow;
    const text = host.renderRoot.querySelector('[part=text]');
    if (text !== this.#text) {
      this.#text = text;
      this.#textResized.disconnect();
      // In another document, the observer would be called too late.
      if (text?.ownerDocument === document) this.#textResized.observe(text);
    }
    // An icon in the text makes it slightly higher than its lines.
    if (!text || this.#cuts > 1 || text.scrollHeight <= text.clientHeight * 1.2) return;
    this.#cuts += 1;
    host.requestUpdate();
  }

  readonly #changeMember = (): void => {
    if (this.#flow.state !== 'ready') this.steps.open();
    void this.#askAgain();
  };

  /** Moves the focus to what has to be filled in again. */
  async #askAgain(): Promise<void> {
    const { site: host, state, view } = this.#flow;
    host.knowsMember = false;
    host.requestUpdate();
    await host.updateComplete;
    // If only a button is visible, it opens the card with the field.
    if (host.renderRoot.querySelector('#popup:not(:popover-open)')) {
      host.renderRoot.querySelector<HTMLElement>('[part=pill]')?.click();
    }
    if (state === 'invalid' && !this.#member.wrong) this.#fields?.focus();
    else this.#member.focus(host.localization, view);
  }
}
