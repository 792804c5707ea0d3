import '../shared/lit-globals.ts';
import {
  type CSSResultGroup,
  html,
  nothing,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { cleanMemberId, isMemberId } from '../../contract/member-id.ts';
import type { MemberEntry } from '../shared/claiming/member-entry.ts';
import { entryMessages } from '../shared/claiming/entry-messages.ts';
import { renderMemberField, renderMemberFoot } from '../shared/member-field.ts';
import type { HelpLoader } from '../shared/claiming/help-loader.ts';
import type { MemberAdvice } from '../shared/types.ts';
import { memberIn, shareMember, tellPage } from '../shared/claiming/member-sharing.ts';
import { loadPart } from '../client/load-part.ts';
import { knownMember, page, rememberedMember, SHARED } from '../shared/member-store.ts';
import { RewardsElement } from '../shared/rewards-element.ts';
import { styles } from './member.styles.ts';

/**
 * The field for a member's id on its own. What is entered here, once, serves every widget of the site, in every tab; the
 * widgets of the same page then show no fields of their own. Takes part in forms like a native control.
 *
 * @element rewards-member
 *
 * @slot label - In place of the field's label.
 * @slot help - In place of the steps to one's own member id, above the page.
 * @slot footer - Below all else in the card.
 *
 * @event {InputEvent} input - The visitor changes the text.
 * @event {Event} change - The visitor has changed it and leaves the field.
 *
 * @cssstate invalid - The text can be no member id.
 *
 * @csspart form - Both rows of the card.
 * @csspart stage - The row of the field.
 * @csspart foot - The row below it.
 *
 * @cssproperty [--rewards-member-padding=calc(var(--rewards-gap) * 0.8125) calc(var(--rewards-gap) * 0.875)] - The space around the field.
 * @cssproperty [--rewards-member-border-width=1px] - The width of the border around it.
 */
export class RewardsMember extends RewardsElement {
  static override readonly tag = 'rewards-member';
  static readonly formAssociated = true;
  static override styles: CSSResultGroup = styles;
  static override shadowRootOptions: ShadowRootInit = { ...RewardsElement.shadowRootOptions, delegatesFocus: true };
  static override properties: PropertyDeclarations = {
    name: { reflect: true, useDefault: true },
    required: { type: Boolean, reflect: true, useDefault: true },
    disabled: { type: Boolean, reflect: true, useDefault: true },
    // Declared so that a value from before the upgrade is kept.
    value: { attribute: false, noAccessor: true },
  };

  #entry: MemberEntry | undefined;
  #help: HelpLoader | undefined;
  #value = knownMember();
  /** The id that was set and not yet passed to the widgets. */
  #news: string | undefined;
  #customError = '';

  /** The name under which a form sends the id. */
  declare name: string;
  /** Whether a form needs the id. */
  declare required: boolean;
  /** Whether nothing can be entered, and a form sends nothing of it. */
  declare disabled: boolean;

  constructor() {
    super();
    this.name = 'memberId';
    this.required = this.disabled = false;
    // Some tools that fill in fields only fire `change`.
    for (const type of ['input', 'change']) this.addEventListener(type, () => this.#take());
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.composedPath()[0] !== this.#input) return;
      // Enter ends what is written by an input method. WebKit says so by the code alone, 229.
      if (event.repeat || event.isComposing || event.keyCode === 229) return;
      this.#entry?.take();
      // A field of the form may have this name.
      if (this.form) HTMLFormElement.prototype.requestSubmit.call(this.form);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tell();
    page.fields.add(this);
    for (const type of ['storage', SHARED]) addEventListener(type, this);
  }

  /** @internal */
  adoptedCallback(): void {
    // The help adopts its styles whenever it is drawn.
    void this.#prepare().then(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    page.fields.delete(this);
    for (const type of ['storage', SHARED]) removeEventListener(type, this);
  }

  /** Hears of the id from elsewhere. @internal */
  handleEvent(event: Event): void {
    const id = memberIn(event);
    if (id !== undefined && !this.#isAtText) this.#show(id);
  }

  protected override firstUpdated(): void {
    const input = this.#input;
    // In markup from a server, the visitor may have entered something.
    if (input && input.value === input.defaultValue) input.value = this.#value;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    for (const control of this.renderRoot.querySelectorAll('input')) {
      // By its own attribute, or by a disabled fieldset of the form.
      control.disabled = this.matches(':disabled');
    }
    this.#take();
  }

  /**
   * The member's id, without what surrounds it when pasted. It may still be none: see `validity`. One that is set serves
   * every widget, as one that is entered does.
   */
  get value(): string {
    return cleanMemberId(this.#value);
  }

  set value(value: string) {
    // A framework writes back what the visitor types, letter by letter.
    if (value === this.value && this.#isAtText) return;
    this.#show(value);
    this.#news = this.value;
    if (this.isConnected) this.#tell();
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  get validity(): ValidityState {
    return this.internals.validity;
  }

  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  /** Has the field say what is wrong, until its text changes; an empty text takes it back. */
  setCustomValidity(message: string): void {
    this.#customError = message;
    this.#judge();
    this.requestUpdate();
  }

  /** @internal */
  formResetCallback(): void {
    this.#customError = '';
    this.#show(rememberedMember());
  }

  /** @internal */
  formDisabledCallback(): void {
    this.requestUpdate();
  }

  /** @internal */
  formStateRestoreCallback(state: string | File | FormData | null): void {
    if (typeof state !== 'string') return;
    this.#show(state);
    // An id from an earlier visit is not sent to other tabs.
    if (isMemberId(this.value)) tellPage(this.value);
  }

  protected override get state(): string {
    return this.#customError || this.#entry?.wrong ? 'invalid' : '';
  }

  protected override render(): TemplateResult {
    const { localization } = this;
    const custom = this.#customError;
    const advice: MemberAdvice = {
      memberError: () => ({
        error: !!custom,
        text: custom,
        ...(!custom && this.#entry?.error(localization)),
        hint: '',
      }),
      help: () => html`<slot name="help">${this.#help?.render(localization)}</slot>`,
    };
    return html`
      <section
        part="card"
        translate="no"
        lang=${localization.waits ? nothing : localization.locale}
        dir=${localization.direction}
        aria-busy=${localization.waits}
        @focusin=${this.#prepare}
        @pointerenter=${this.#prepare}
        @change=${({ target }: Event) => target === this.#input && this.dispatchEvent(new Event('change', { bubbles: true }))}
      >
        <div part="form">
          <div part="stage">
            ${renderMemberField(localization, advice, html`<slot name="label">${localization.messages.memberLabel}</slot>`)}
          </div>
          <div part="foot">${renderMemberFoot(localization, advice)}</div>
          <slot name="footer"></slot>
        </div>
      </section>
    `;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot?.querySelector<HTMLInputElement>('#member');
  }

  /** Whether the visitor may be typing. */
  get #isAtText(): boolean | undefined {
    return this.#input?.matches(':focus');
  }

  readonly #prepare = async (): Promise<void> => {
    const parts = await loadPart(() => import('./member-parts.ts')).catch(() => undefined);
    // In another document it has to adopt its styles anew.
    parts?.adopt(this, parts.popoverStyles, parts.controlStyles);
    // What has left the page meanwhile tells nobody of its text.
    if (!parts || this.#entry || !this.isConnected) return;
    this.#entry = new parts.MemberEntry(this.renderRoot, () => this.requestUpdate());
    // If the visitor was faster than the script, they have already left the field.
    if (this.value && !this.#isAtText) this.#entry.take();
    this.#help = new parts.HelpLoader(this);
    this.requestUpdate();
  };

  /** Passes an id that was set to all widgets, as soon as the field is on the page. Not before, because a server draws it for many visitors. */
  #tell(): void {
    const id = this.#news;
    this.#news = '';
    if (isMemberId(id) && id !== knownMember()) shareMember(id);
  }

  #show(text: string): void {
    if (this.#input) this.#input.value = text;
    this.#take(text);
    this.requestUpdate();
  }

  #take(text: string = this.#input?.value ?? this.#value): void {
    if (text !== this.#value) this.#customError = '';
    this.#value = text;
    const data = new FormData();
    data.set(this.name, this.value);
    this.internals.setFormValue(data, this.value);
    this.#judge();
  }

  #judge(): void {
    const { memberInvalid, missing } = entryMessages(this.localization);
    const { value } = this;
    const input = this.#input ?? undefined;
    if (this.#customError) this.internals.setValidity({ customError: true }, this.#customError, input);
    else if (!value && this.required) this.internals.setValidity({ valueMissing: true }, missing, input);
    else if (value && !isMemberId(value)) this.internals.setValidity({ patternMismatch: true }, memberInvalid, input);
    else this.internals.setValidity({});
  }
}
