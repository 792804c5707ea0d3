import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { GrantView, IdentityMode } from '../../contract/action.ts';
import { ClaimController } from './claim-controller.ts';
import type { GetMemberToken, WidgetAction, WidgetState } from '../client/types.ts';
import { fill, formatPoints, type Localization } from './localization.ts';
import { renderMemberField, renderMemberFoot } from './member-field.ts';
import { knownMember, page } from './member-store.ts';
import { ofDocument } from '../client/own-document.ts';
import { RewardsElement } from './rewards-element.ts';
import { RewardsStateEvent } from './state-event.ts';

// Exported with the element's types, so that the event types are known wherever somebody listens.
export type { RewardsGrantedEvent } from './events.ts';

/**
 * What the widgets that claim have in common: attributes, the member, the way of a claim, and the card that shows it.
 *
 * @slot title - In place of the action's title.
 * @slot description - In place of the action's description.
 * @slot button - In place of the button's text.
 * @slot icon - In place of the icon of a result, while there is one.
 * @slot result - In place of the text of a result, while there is one.
 * @slot footer - Below all else in the card.
 *
 * @event {RewardsClaimEvent} rewards-claim - The visitor asks for the reward; nothing is sent yet. Cancelable.
 * @event {RewardsGrantedEvent} rewards-granted - The community granted it.
 * @event {RewardsPendingEvent} rewards-pending - It was sent, and the outcome is not known yet.
 * @event {RewardsProblemEvent} rewards-problem - Something stands in the way.
 * @event {RewardsStateEvent} rewards-state - The state is another one, and the element is drawn in it.
 *
 * @cssstate loading - The action is being loaded.
 * @cssstate ready - The button waits to be pressed.
 * @cssstate invalid - The member id cannot be right.
 * @cssstate submitting - The claim is on its way.
 * @cssstate granted - The claim was granted.
 * @cssstate pending - The claim was sent and its outcome is not known yet.
 * @cssstate claimed - The member has claimed already in this period.
 * @cssstate upcoming - The action has not opened yet.
 * @cssstate closed - The action is over.
 * @cssstate full - No place is left.
 * @cssstate refused - The community said no.
 * @cssstate throttled - Too many requests; the visitor may try again after a while.
 * @cssstate offline - The browser has no connection.
 * @cssstate failed - Anything else went wrong.
 *
 * @csspart header - Title, description and grants.
 * @csspart title - The action's title.
 * @csspart description - What the action is, or how often it counts.
 * @csspart grants - The list of what the action gives.
 * @csspart grant - One of them; also `points` or `role`.
 * @csspart points - A grant of points.
 * @csspart role - A grant of a role, by its name.
 * @csspart form - All rows of the card.
 * @csspart stage - The row that says who the member is, and how far they came.
 * @csspart body - The rows of the button and of the foot.
 * @csspart foot - What stands below the button.
 * @csspart note - What that says where there is no field.
 * @csspart member - The member's id, where the site knows it.
 * @csspart button - The button that claims.
 * @csspart result - All that is said in the place of button and foot.
 * @csspart status - The live region in it.
 * @csspart message - A line in the live region that is not seen, while it says something.
 * @csspart answer - Icon and heading of a result in the button's place.
 * @csspart icon - The icon of a result.
 * @csspart heading - The heading of a result.
 * @csspart text - One paragraph of a result.
 * @csspart follow-up - What can be done about a result.
 * @csspart more - The button that opens the details.
 * @csspart details - All that there is to say of a result, above the page.
 * @csspart countdown - The time left until one can claim or try again.
 * @csspart reference - What the visitor can quote to the site's owner.
 * @csspart id - The reference itself: eight characters are seen, and all of it is copied.
 * @csspart retry - The button that tries again.
 * @csspart change - The button that asks for another member id.
 * @csspart account - The line that says who is signed in, where the action asks for a sign-in.
 * @csspart sign-in - The button that signs in without claiming.
 * @csspart sign-out - The button that signs out.
 *
 * @cssproperty [--rewards-on-accent=light-dark(#fff, #1e1b4b)] - Colour of text on `--rewards-accent`.
 * @cssproperty [--rewards-good=light-dark(#0f7a45, #6ee7a8)] - Colour of success.
 */
export abstract class ClaimElement extends RewardsElement {
  static override properties: PropertyDeclarations = {
    endpoint: { useDefault: true },
    action: { useDefault: true },
    memberId: { attribute: 'member-id', useDefault: true },
    identity: { reflect: true, useDefault: true },
    memberToken: { attribute: 'member-token' },
    getMemberToken: { attribute: false },
    headingLevel: { type: Number, attribute: 'heading-level' },
  };

  protected readonly claims: ClaimController = new ClaimController(this);

  /** Where the proxy is mounted: a path, or a whole address where it is another origin's. */
  declare endpoint: string;
  /** The action's name in the proxy's config. */
  declare action: string;
  /** The member's id where the site knows it; else the visitor is asked. @attr member-id */
  declare memberId: string;
  /**
   * How the proxy's config says that the action learns who the member is. Where that is another way than `typed`, it keeps
   * the element from showing a field until it has asked the proxy.
   */
  declare identity: IdentityMode;
  /** Whether the member is named by now, as far as the widget knows: then it need not ask. @internal */
  declare knowsMember: boolean;

  /**
   * A token that the site's server signed for its signed-in member, in place of `getMemberToken`. Another one has the element ask
   * again where the member stands. Not reflected: it is a secret. @attr member-token
   */
  declare memberToken?: string | null;

  /**
   * Fetches a token that the site's server signs for its signed-in member, which is good for one claim. Asked before each
   * claim, and whenever it is to be shown where the member stands; without it `memberToken` is taken.
   */
  declare getMemberToken?: GetMemberToken;

  /** What its button says behind its text, written by what is loaded on demand. @internal */
  declare plus?: unknown;

  /** The level of the title among the page's headings, and one less than that of a result; by default 2. @attr heading-level */
  declare headingLevel?: number | null;

  #told = 'loading';

  constructor() {
    super();
    this.endpoint = '/rewards';
    this.action = this.memberId = '';
    this.identity = 'typed';
  }

  /** What it takes to claim also adopts its styles in another document. @internal */
  adoptedCallback(): void {
    void this.claims.prepare();
  }

  protected override update(changed: Map<PropertyKey, unknown>): void {
    const { lookedAt } = this.claims;
    if (!lookedAt || changed.has('endpoint') || changed.has('action') || changed.has('memberId')) this.#load();
    super.update(changed);
  }

  /** Where the claim stands, as the custom state says it. */
  override get state(): WidgetState {
    return this.claims.state;
  }

  /** The action as the proxy described it last, and where the member stands; undefined until it is loaded. */
  get view(): WidgetAction | undefined {
    return this.claims.view;
  }

  /** Whether the member's id is asked for here: nowhere else on the page, not even by an element whose script is on its way. */
  protected get drawsMember(): boolean {
    const mayCome = this.state === 'loading' || isComing();
    const comes = mayCome && ofDocument('querySelector')?.call(document, 'rewards-member:not(:defined)');
    return this.claims.asksMember && (this.served?.parts.has('field') || (!page.fields.size && !comes));
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const { state, view } = this;
    if (state === this.#told) return;
    this.#told = state;
    this.dispatchEvent(
      new RewardsStateEvent('rewards-state', { bubbles: true, composed: true, detail: { state, view } }),
    );
  }

  protected override firstUpdated(): void {
    // By then the script of the page's field is loaded, or it never will be.
    if (isComing()) addEventListener('load', () => this.requestUpdate());
  }

  /**
   * Sends the claim, as a press of the button does, and resolves when the proxy has answered or nothing was sent.
   * Never rejects: the outcome is in events and states. Does nothing while a claim is under way or cannot be made.
   * While the action loads, it waits for that, and sends nothing if the visitor enters something or the element is removed meanwhile.
   * After a failure that leaves the outcome open it repeats the same claim; where the action failed to load it loads it.
   */
  async claim(): Promise<void> {
    const { claims } = this;
    if (claims.state === 'loading' && !(await this.#becomesReady())) return;
    const { claiming, state, view } = claims;
    if (claiming ? claiming.mayClaim : !state.endsWith('ing')) await (view ? claims.claim() : claims.load());
  }

  /** Whether the current load results in an action that can be claimed, and nothing is entered or begun in the meantime. */
  async #becomesReady(): Promise<boolean> {
    await this.updateComplete;
    const { claims } = this;
    const { signal } = claims.run;
    if (!signal.aborted && claims.state === 'loading') {
      await new Promise((resolve) => {
        this.addEventListener('input', resolve, { signal });
        this.addEventListener('rewards-state', resolve, { signal });
        signal.addEventListener('abort', resolve);
      });
    }
    return !signal.aborted && claims.state === 'ready';
  }

  /** Gives up what is under way and begins afresh, with the remembered member id if there is one. A claim that was sent stays sent. */
  reset(): void {
    resetForm(this.renderRoot.querySelector('form'));
    this.#load();
  }

  /** The page's own button, if there is one. */
  protected ownButton?(): Element | null | undefined;

  /** The text of the button, which is also the title until that is loaded. */
  protected abstract verb(localization: Localization): string;

  /** The content at the end of the card's head. */
  protected renderHeadEnd?(localization: Localization): unknown;

  /** The text of the foot if there is no field. */
  protected renderNote?(localization: Localization): unknown;

  /** The fields besides the member's; `fixed` if they can no longer be changed. */
  protected renderFields?(localization: Localization, fixed: boolean): unknown;

  /** What the claim is about, between head and stage. */
  protected renderAbout?(localization: Localization): unknown;

  /** The content next to the field in the row for the member; undefined if there is no such row without a field. */
  protected renderBeside?(localization: Localization, fixed: boolean): unknown;

  protected renderGrants(localization: Localization): unknown {
    return html`<ul part="grants">
      ${this.view?.grants.map((grant) => html`<li part="grant ${grant.type}">${announced(grant, localization)}</li> `)}
    </ul>`;
  }

  /** The description, or a text that replaces how often the action can be claimed. */
  protected renderDescription({ messages }: Localization, instead?: string): unknown {
    const { view } = this;
    return html`<p part="description">
      <slot name="description">${view && (view.description ?? (instead || messages[view.repeats]))}</slot>
    </p>`;
  }

  /** Whether the field is out of sight, because the member is known. @internal */
  get hidesField(): boolean {
    return false;
  }

  protected override render(): TemplateResult {
    const { claims, localization } = this;
    const { claiming, state, view } = claims;
    const asks = this.drawsMember;
    // The member that the site knows, or that of the page's one field.
    const member = this.memberId || (claims.asksMember && claims.memberId);
    const outcome = claiming?.render(localization);
    // Loading or submitting. While the claim is pending, there is nothing to press.
    const busy = state.endsWith('ing');
    const answered = outcome?.face === 'answer';
    const title = view?.title ?? this.verb(localization);
    const level = this.headingLevel ?? nothing;
    // What would say it better could not be loaded, nor could what claims: each press tries to load them again.
    const lost = claiming || busy || state === 'ready' ? '' : localization.messages.offlineText;
    const retry = outcome?.retry || lost;
    return html`
      <section
        part="card"
        translate="no"
        lang=${localization.waits ? nothing : localization.locale}
        dir=${localization.direction}
        aria-busy=${localization.waits}
        aria-labelledby="title"
        @focusin=${claims.prepare}
        @pointerenter=${claims.prepare}
      >
        <form
          part="form"
          class="${outcome?.face} ${this.hidesField ? 'known' : ''}"
          method="dialog"
          novalidate
          @submit=${press}
        >
          <header part="header">
            <h2 part="title" id="title" aria-level=${level}><slot name="title">${title}</slot></h2>
            ${this.renderHeadEnd?.(localization)}
          </header>
          ${this.renderAbout?.(localization)}
          ${
            asks || this.renderBeside
              ? html`<div part="stage">
                  ${asks ? renderMemberField(localization, claiming, view?.memberIdLabel ?? localization.messages.memberLabel, answered) : nothing}
                  ${this.renderBeside?.(localization, answered)}
                </div>`
              : nothing
          }
          ${this.renderFields?.(localization, answered)}
          <div part="body">
            ${
              this.ownButton?.() && !lost
                ? nothing
                : html`<button
                    part=${retry ? 'button retry' : 'button'}
                    aria-disabled=${busy || !!outcome?.waits}
                    @click=${press}
                  >
                    <slot name="button" ?hidden=${retry}>${this.verb(localization)}</slot>${retry || this.plus}
                  </button>`
            }
            <div part="foot">
              ${asks ? renderMemberFoot(localization, claiming) : nothing}
              <div part="note">
                <p part="member">${member ? fill(localization.messages.member, member) : nothing}</p>
                ${this.renderNote?.(localization)}
              </div>
            </div>
            <div part="result">
              <div part="status" role="status">
                ${outcome?.notice ?? renderMessage(claiming?.message(localization) || (busy ? localization.messages.loading : lost))}
              </div>
              ${outcome?.followUp}
            </div>
          </div>
          <slot name="footer"></slot>
        </form>
        ${outcome?.details}
      </section>
    `;
  }

  #load(): void {
    this.claims.memberId = this.memberId || knownMember();
    this.knowsMember = !!this.claims.memberId;
    void this.claims.load();
  }
}

/**
 * Lit calls it with the element. A frame that is sandboxed without `allow-forms` submits nothing: the press is handled before the form would be
 * submitted.
 */
function press(this: ClaimElement, event: Event): void {
  event.preventDefault();
  void this.claim();
}

const renderMessage = (message: string) => message && html`<span part="message">${message}</span>`;

/** Resets a form, which may have a field named `reset`. */
export function resetForm(form: HTMLFormElement | null | undefined): void {
  if (form) HTMLFormElement.prototype.reset.call(form);
}

/** Whether scripts of the page may still be loading. */
const isComing = (): boolean => ofDocument('readyState') !== 'complete';

const announced = (grant: GrantView, localization: Localization) =>
  grant.type === 'role' ? fill(localization.messages.role, grant.roleName) : formatPoints(grant.points, localization);
