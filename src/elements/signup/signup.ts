import '../shared/lit-globals.ts';
import { type CSSResultGroup, html, type PropertyDeclarations } from 'lit';
import { readAction } from '../../contract/read-action.ts';
import { ClaimElement, resetForm } from '../shared/claim-element.ts';
import type { FieldEntry } from '../shared/claiming/field-entry.ts';
import { formatTime } from '../shared/format-time.ts';
import { loadPart } from '../client/load-part.ts';
import { fill, type Localization } from '../shared/localization.ts';
import { signupEnglish } from '../shared/messages.ts';
import type { FieldErrors } from './drawn-fields.ts';
import { renderField } from './field-view.ts';
import { styles } from './signup.styles.ts';

/**
 * A sign-up for an event. What is asked for besides the member is a form of the page's own inside the element, or else
 * the fields that the action lists, which the element draws.
 *
 * Without script the page's own form goes to the proxy by itself, if its `action` is the address of the claims, its
 * `method` is `post`, and it has a field named `memberId`.
 *
 * @element rewards-signup
 *
 * @slot - A form of the page's own, with any native or form-associated controls. If it has a button, that one is used.
 *
 * @csspart about - What the action gives, what it is, places and time.
 * @csspart fields - What is asked for besides the member.
 * @csspart facts - The line on places and time.
 * @csspart fact - One of the facts.
 * @csspart choice - The label of a checkbox, which is in it.
 * @csspart box - A checkbox.
 */
export class RewardsSignup extends ClaimElement {
  static override readonly tag = 'rewards-signup';
  static override styles: CSSResultGroup = styles;
  static override properties: PropertyDeclarations = { fields: { type: Number, useDefault: true } };

  /** The errors of the fields that the element draws, by their names. */
  #errors: FieldErrors | undefined;

  /** How many fields the action asks for besides the member: there is room for as many before it has been loaded. */
  declare fields: number;

  constructor() {
    super();
    this.fields = 0;
    // A form around the element stops its events, so they have to be caught earlier.
    this.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        void this.claim();
      },
      true,
    );
  }

  /** The page's own form. */
  get #form(): HTMLFormElement | null | undefined {
    // On a server there are no children to look at.
    return this.querySelector?.('form');
  }

  /** @internal */
  readonly signsUp = true;

  /** @internal */
  readonly readAction = readAction;

  protected override get drawsMember(): boolean {
    return super.drawsMember && !this.querySelector?.('[name=memberId]');
  }

  /** @internal */
  async loadEntry(): Promise<FieldEntry> {
    if (this.#form) {
      const { PageFields } = await loadPart(() => import('./page-fields.ts'));
      return new PageFields(this, () => this.claims.view?.fields ?? []);
    }
    const { DrawnFields } = await loadPart(() => import('./drawn-fields.ts'));
    return new DrawnFields(this, (errors) => {
      this.#errors = errors;
      this.requestUpdate();
    });
  }

  override reset(): void {
    resetForm(this.#form);
    super.reset();
  }

  protected override verb(localization: Localization): string {
    return textsIn(localization).signup;
  }

  protected override renderAbout(localization: Localization): unknown {
    const { locale } = localization;
    const { seats, closes } = textsIn(localization);
    const { closes: end, seatsLeft } = this.claims.view ?? {};
    const left = seatsLeft?.toLocaleString(locale);
    return html`<div part="about">
      ${this.renderGrants(localization)} ${this.renderDescription(localization)}
      <ul part="facts">
        ${[left && fill(seats, left), end && fill(closes, formatTime(Date.parse(end), locale))].map(
          (fact) => fact && html`<li part="fact">${fact}</li>`,
        )}
      </ul>
    </div>`;
  }

  protected override renderFields(localization: Localization, fixed: boolean): unknown {
    const { optional } = textsIn(localization);
    const drawn = this.#form ? [] : this.claims.view?.fields;
    return html`<fieldset part="fields" role="none" ?disabled=${fixed}>
      ${
        drawn
          ? drawn.map((field) => renderField(field, optional, this.#errors?.get(field.name)))
          : Array.from({ length: this.fields }, () => html`<div class="room"></div>`)
      }
      <slot ?inert=${fixed}></slot>
    </fieldset>`;
  }

  /** @internal */
  get keepsButton(): boolean {
    return !!this.ownButton();
  }

  protected override ownButton(): Element | null | undefined {
    return this.querySelector?.('form button:not([type=button]),form [type=submit]');
  }
}

const textsIn = ({ texts }: Localization) => ({ ...signupEnglish, ...texts });
