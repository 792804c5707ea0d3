import { type CSSResultGroup, html, type TemplateResult } from 'lit';
import type { GrantView } from '../../contract/action.ts';
import { fill, type Localization } from '../shared/localization.ts';
import { checkinEnglish } from '../shared/messages.ts';
import { renderMemberField } from '../shared/member-field.ts';
import { RewardsElement } from '../shared/rewards-element.ts';
import { styles } from './checkin.styles.ts';

/**
 * A card with one button by which a member of the community collects a reward, once in its period.
 *
 * @element rewards-checkin
 *
 * @slot title - In place of the action's title.
 * @slot description - In place of the action's description.
 * @slot button - In place of the button's text.
 *
 * @event {RewardsClaimEvent} rewards-claim - The visitor asks for the reward; nothing is sent yet. Cancelable.
 * @event {RewardsGrantedEvent} rewards-granted - The community granted it.
 * @event {RewardsPendingEvent} rewards-pending - It was sent, and the outcome is not known yet.
 * @event {RewardsProblemEvent} rewards-problem - Something stands in the way.
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
 * @csspart card - All of it.
 * @csspart header - Title, description and grants.
 * @csspart title - The action's title.
 * @csspart description - What the action is, or how often it counts.
 * @csspart grants - The list of what the action gives.
 * @csspart grant - One of them.
 * @csspart body - Form and result.
 * @csspart form - The form.
 * @csspart member - The member's id, where the site knows it.
 * @csspart field - The field for the member's id, with all that belongs to it.
 * @csspart label - Its label.
 * @csspart input - Its input.
 * @csspart hint - The line below it.
 * @csspart error - The same line when it names an error.
 * @csspart help - The disclosure on how to find one's id.
 * @csspart help-summary - Its summary.
 * @csspart remember - The label and checkbox that ask to remember the id.
 * @csspart button - The button that claims.
 * @csspart result - All that is said below the form or in its place.
 * @csspart status - The live region in it.
 * @csspart message - A line in the live region while the form is shown.
 * @csspart icon - The icon of a result.
 * @csspart heading - The heading of a result.
 * @csspart text - One paragraph of a result.
 * @csspart countdown - The time left until one can claim or try again.
 * @csspart reference - What the visitor can quote to the site's owner.
 * @csspart retry - The button that tries again.
 * @csspart change - The button that asks for another member id.
 *
 * @cssproperty --rewards-accent - Colour of button, links and focus.
 * @cssproperty --rewards-on-accent - Colour of text on it.
 * @cssproperty --rewards-text - Colour of text.
 * @cssproperty --rewards-surface - Colour of the card.
 * @cssproperty --rewards-border - Colour of the card's border.
 * @cssproperty --rewards-good - Colour of success.
 * @cssproperty --rewards-bad - Colour of errors.
 * @cssproperty --rewards-radius - Radius of the card's corners; those within follow.
 * @cssproperty --rewards-gap - The space that all others are made from.
 * @cssproperty --rewards-font - Font family; by default that of the page.
 */
export class RewardsCheckin extends RewardsElement {
  static override readonly tag = 'rewards-checkin';
  static override styles: CSSResultGroup = styles;

  protected override render(): TemplateResult {
    const { claims, localization } = this;
    const outcome = claims.claiming?.render(localization);
    const messages = { ...checkinEnglish, ...localization.messages };
    const { view } = claims;
    return html`
      <section
        part="card"
        lang=${localization.locale}
        aria-busy=${localization.waits}
        aria-labelledby="title"
        @focusin=${claims.prepare}
        @pointerenter=${claims.prepare}
      >
        <header part="header">
          <h2 part="title" id="title"><slot name="title">${view?.title ?? messages.checkin}</slot></h2>
          <ul part="grants">
            ${view?.grants.map((grant) => html`<li part="grant">${announced(grant, localization)}</li>`)}
          </ul>
          <p part="description">
            <slot name="description">${view && (view.description ?? messages[view.repeats])}</slot>
          </p>
        </header>
        <div part="body">
          ${this.#renderForm(localization, !!outcome)}
          <div part="result">
            <div part="status" role="status">
              ${outcome?.notice ?? html`<p part="message">${this.#message(localization)}</p>`}
            </div>
            ${outcome?.followUp}
          </div>
        </div>
      </section>
    `;
  }

  #message({ messages }: Localization): string {
    const { state } = this.claims;
    if (state === 'loading' || state === 'submitting') return messages.loading;
    return /^(ready|invalid)$/.test(state) ? '' : messages.offlineText;
  }

  #renderForm(localization: Localization, away: boolean): TemplateResult {
    const messages = { ...checkinEnglish, ...localization.messages };
    const { claiming, state } = this.claims;
    const busy = state === 'loading' || state === 'submitting';
    return html`
      <form part="form" novalidate ?inert=${away} @submit=${this.press}>
        ${
          this.asksMember
            ? renderMemberField(
                messages,
                state === 'invalid' ? claiming?.memberError(localization) : undefined,
                claiming?.help(localization),
              )
            : html`<p part="member">${this.memberId && fill(messages.member, this.memberId)}</p>`
        }
        <button part="button" aria-disabled=${busy}>
          <slot name="button">${messages.checkin}</slot>
        </button>
      </form>
    `;
  }
}

const announced = (grant: GrantView, localization: Localization) =>
  grant.type === 'role' ? localization.role(grant.roleName) : localization.points(grant.points);
