import type { TemplateResult } from 'lit';
import type { ActionView } from '../../../contract/action.ts';
import type { Claim } from '../../../contract/claim.ts';
import { readClaim } from '../../../contract/read-claim.ts';
import type { ClaimController, WidgetState } from '../claim-controller.ts';
import { RewardsClaimEvent, RewardsGrantedEvent, RewardsPendingEvent, RewardsProblemEvent } from '../events.ts';
import type { Failure } from '../events.ts';
import type { Answer } from '../http.ts';
import type { Localization } from '../localization.ts';
import { failureOf, isOpenEnded, stateOf } from './failure.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { allMessages } from './messages.ts';
import { MemberEntry } from './member-entry.ts';
import { noticeFor } from './notice.ts';
import { renderFollowUp, renderHelp, renderNotice } from './outcome-view.ts';
import { outcomeStyles } from './outcome.styles.ts';
import type { Outcome } from './outcome.ts';

const FIRST_POLL_MS = 1000;
const SLOWEST_POLL_MS = 60_000;
/** Between loads without a press, however wrong the visitor's clock is. */
const RELOAD_GAP_MS = 60_000;
const RETRY_AFTER_SECONDS = 10;

const NOTHING: Outcome = { reference: '', until: 0 };

const time = (instant: string | null | undefined) => (instant ? Date.parse(instant) : 0);

/** What it takes to claim: sends, follows a pending claim to its end, counts down, and draws what came of it. */
export class Claiming {
  readonly #claims: ClaimController;
  readonly #entry: MemberEntry;
  #outcome = NOTHING;
  /** The claim that may be on its way, and its idempotency key. */
  #press: { body: string; key: string } | undefined;

  constructor(claims: ClaimController) {
    this.#claims = claims;
    const { renderRoot } = claims.host;
    const { styleSheet } = outcomeStyles;
    if (styleSheet) renderRoot.adoptedStyleSheets.push(styleSheet);
    this.#entry = new MemberEntry(renderRoot, () => {
      if (claims.state === 'invalid') claims.show('ready');
    });
  }

  /** What is wrong with the member id in the field. */
  memberError(localization: Localization): string {
    return this.#entry.error(allMessages(localization));
  }

  /** The steps to one's own member id. */
  help(localization: Localization): TemplateResult {
    return renderHelp(localization);
  }

  /** Whether the visitor was throttled and may try again. */
  get released(): boolean {
    return this.#claims.state === 'throttled' && !this.#left;
  }

  /** What to say in place of the form, or undefined where that is shown. */
  render(localization: Localization): { notice: TemplateResult; followUp: TemplateResult } | undefined {
    const { host, state } = this.#claims;
    const notice = noticeFor(state, this.#outcome, localization);
    if (!notice) return undefined;
    const another = host.asksMember && (state === 'claimed' || state === 'refused');
    const actions = {
      retry: notice.retry || (state === 'refused' && !another) ? () => void host.claim() : undefined,
      changeMember: another ? this.#changeMember : undefined,
    };
    const followUp = renderFollowUp(this.#outcome, this.#left, localization, actions);
    return { notice: renderNotice(notice), followUp };
  }

  /** Makes the next claim a new one. */
  forget(): void {
    this.#press = undefined;
  }

  /** Shows why nothing can be claimed now. */
  settle({ member, opens, state }: ActionView, signal: AbortSignal): void {
    if (member?.pendingClaimId) {
      this.#show('pending', signal, { reference: member.pendingClaimId });
      this.#poll(member.pendingClaimId, 0, signal);
    } else if (state === 'open') {
      this.#show('claimed', signal, { until: time(member?.nextClaimAt) });
    } else {
      this.#show(state, signal, { until: state === 'upcoming' ? time(opens) : 0 });
    }
  }

  /** Claims, unless the id in the field is none or the page objects. */
  async begin(signal: AbortSignal): Promise<void> {
    const { host } = this.#claims;
    const memberId = host.asksMember ? this.#entry.take() : host.memberId;
    if (host.asksMember && !memberId) this.#claims.show('invalid');
    else {
      const wanted = host.dispatchEvent(new RewardsClaimEvent({ action: host.action, memberId: memberId || null }));
      if (signal.aborted) return;
      if (wanted) await this.#send(memberId, signal);
      else this.#claims.show('ready');
    }
    if (!signal.aborted && this.#claims.state === 'invalid') await this.#askMember();
  }

  /** Shows why what was asked for did not come. */
  fail(answer: Answer | Failure, signal: AbortSignal): void {
    const failure = 'code' in answer ? answer : failureOf(answer);
    if (!isOpenEnded(failure)) this.forget();
    const { nextClaimAt, opens, requestId = '', retryAfter = RETRY_AFTER_SECONDS } = failure;
    const state = stateOf(failure);
    const until = state === 'throttled' ? Date.now() + retryAfter * 1000 : time(nextClaimAt ?? opens);
    const reference = state === 'failed' || state === 'refused' ? requestId : '';
    if (state === 'invalid') this.#claims.memberId = '';
    this.#show(state, signal, { failure, reference, until });
    this.#claims.host.dispatchEvent(new RewardsProblemEvent(failure));
  }

  /** Milliseconds until what the state waits for. */
  get #left(): number {
    return Math.max(0, this.#outcome.until - Date.now());
  }

  readonly #changeMember = (): void => {
    this.#claims.begin('ready');
    void this.#askMember();
  };

  async #askMember(): Promise<void> {
    await this.#claims.host.updateComplete;
    this.#entry.focus();
  }

  /** Sends the claim. The same one again, after a failure that leaves its outcome open, is no second claim. */
  async #send(memberId: string, signal: AbortSignal): Promise<void> {
    this.#claims.memberId = memberId;
    const body = JSON.stringify(memberId ? { memberId } : {});
    if (this.#press?.body !== body) this.#press = { body, key: newIdempotencyKey() };
    const headers = { 'content-type': 'application/json', 'idempotency-key': this.#press.key };
    const path = `${this.#claims.actionPath}/claims`;
    const answer = await this.#claims.ask(path, { method: 'POST', headers, body, signal });
    if (signal.aborted) return;
    const claim = answer.ok ? readClaim(answer.body) : undefined;
    if (claim) this.#end(claim, signal);
    else this.fail(answer, signal);
  }

  #end(claim: Claim, signal: AbortSignal): void {
    const { host } = this.#claims;
    const { id, nextClaimAt, status } = claim;
    this.forget();
    if (status === 'granted') {
      this.#show('granted', signal, { claim, until: time(nextClaimAt) });
      host.dispatchEvent(new RewardsGrantedEvent(claim));
    } else if (status === 'pending') {
      this.#show('pending', signal, { reference: id });
      host.dispatchEvent(new RewardsPendingEvent(claim));
      this.#poll(id, FIRST_POLL_MS, signal);
    } else {
      this.fail({ code: status === 'refused' ? status : 'unreachable', requestId: id }, signal);
    }
  }

  #show(state: WidgetState, signal: AbortSignal, outcome: Partial<Outcome>): void {
    this.#outcome = { ...NOTHING, ...outcome };
    this.#claims.show(state);
    if (this.#left) this.#countDown(signal);
  }

  #poll(id: string, delay: number, signal: AbortSignal): void {
    const look = async () => {
      const answer = await this.#claims.ask(`/claims/${encodeURIComponent(id)}`, { signal });
      if (signal.aborted) return;
      const claim = answer.ok ? readClaim(answer.body) : undefined;
      if (claim && claim.status !== 'pending') this.#end(claim, signal);
      else this.#poll(id, Math.min(Math.max(delay * 2, FIRST_POLL_MS), SLOWEST_POLL_MS), signal);
    };
    const timer = setTimeout(() => void look(), delay);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** Draws the widget each second. In the end the visitor may try again, and anything else is loaded anew. */
  #countDown(signal: AbortSignal): void {
    const { host, state } = this.#claims;
    const earliest = Date.now() + RELOAD_GAP_MS;
    const timer = setInterval(() => {
      host.requestUpdate();
      if (this.#left || (state !== 'throttled' && Date.now() < earliest)) return;
      clearInterval(timer);
      if (state !== 'throttled') void this.#claims.load();
    }, 1000);
    signal.addEventListener('abort', () => clearInterval(timer));
  }
}
