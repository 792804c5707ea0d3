import { cleanMemberId, isMemberId } from '../../../contract/member-id.ts';
import { fill, type Localization } from '../localization.ts';
import { knownMember, type MemberControl, page } from '../member-store.ts';
import { rememberMember, shareMember } from './member-sharing.ts';
import { entryMessages } from './entry-messages.ts';
import type { WidgetAction } from '../../client/types.ts';
import type { MemberAdvice } from '../types.ts';

/** The form of ids on the usual chat platforms. The service documents no format, so other ids only get a hint. */
const USUAL_ID = /^\d{15,21}$/;
const USUAL_EXAMPLE = '80351110224678912';

/**
 * The behaviour of a field for a member id: cleans, checks, shares, remembers and forgets it. The field belongs to the widget, or to the page inside
 * the widget, or, if there is neither, it is the one for the whole page.
 */
export class MemberEntry {
  readonly #root: ShadowRoot;
  #remembers: boolean;
  #wrong = false;
  #missing = false;
  #doubtful = false;
  /** Whether the visitor was at the field when an error was found: then a screen reader does not read it again. */
  #stays = false;

  /** `onEdit` is called when the visitor changes the text (`types`), or leaves it. */
  constructor(root: ShadowRoot, onEdit: (types?: boolean) => void) {
    this.#root = root;
    this.#remembers = !!this.#wish?.checked;
    if (this.#own)
      Object.assign(this.#own, { autocapitalize: 'none', autocorrect: false, spellcheck: false, enterKeyHint: 'go' });
    root.addEventListener('input', (event) => {
      if (event.target !== this.#field) return;
      if (event instanceof InputEvent && event.inputType === 'insertFromPaste') this.#tidy();
      this.#wrong = this.#doubtful = false;
      this.#field?.setCustomValidity('');
      onEdit(true);
    });
    root.addEventListener('change', ({ target }) => {
      if (target === this.#wish) {
        this.#remembers = !!this.#wish?.checked;
        if (!this.#remembers) rememberMember('');
      }
      if (target !== this.#field) return;
      const id = this.#tidy();
      this.#missing = false;
      if (isMemberId(id)) this.#share(id);
      else this.#wrong = id !== '';
      onEdit();
    });
  }

  /** The error or hint for the text; otherwise what an id looks like, if the site says so. */
  error(
    localization: Localization,
    { memberIdExample = USUAL_EXAMPLE, memberIdLabel }: Pick<WidgetAction, 'memberIdExample' | 'memberIdLabel'> = {},
  ): ReturnType<MemberAdvice['memberError']> {
    const { check, memberExample, memberInvalid, memberDoubt, missing } = entryMessages(localization);
    const hint = memberIdExample === null ? '' : fill(memberExample, memberIdExample);
    // Our texts say "member id", which may have another name there.
    if (this.#wrong)
      return { error: true, text: this.#missing ? missing : memberIdLabel ? check : memberInvalid, hint };
    const doubtful = this.#doubtful && USUAL_ID.test(memberIdExample ?? '');
    return { error: false, text: doubtful ? (memberIdLabel ? check : memberDoubt) : '', hint };
  }

  /** Whether the text is not a valid member id. */
  get wrong(): boolean {
    return this.#wrong;
  }

  /** Whether the field is a part of the widget. */
  get isOwn(): boolean {
    return !!this.#own;
  }

  /** Whether a visible field shows the error, to which the visitor is moved. */
  get isSaid(): boolean | undefined {
    return !this.#stays && this.#field?.checkVisibility();
  }

  /** The member id, or an empty text if it is not valid. Remembers it, if asked to. */
  take(): string {
    const id = this.#tidy();
    this.#wrong = !isMemberId(id);
    this.#missing = !id;
    this.#stays = !!this.#own && this.#own === this.#root.activeElement;
    if (this.#wrong) return '';
    this.#share(id);
    return id;
  }

  /** Shows an id that was entered elsewhere, unless the visitor is at the field. */
  show(id: string): void {
    const own = this.#own;
    if (own && own !== this.#root.activeElement) own.value = id;
  }

  /** Shows at the field that the id is wrong. */
  setError(): void {
    this.#wrong = true;
  }

  focus(localization: Localization, view: WidgetAction | undefined): void {
    const field = this.#field;
    if (field && field !== this.#own && this.#wrong) {
      field.setCustomValidity(this.error(localization, view).text);
      // Our field has a line for that. At a native one, the browser shows it.
      if (!page.fields.has(field)) field.reportValidity();
    }
    field?.focus();
    this.#own?.select();
  }

  get #own(): HTMLInputElement | null {
    return this.#root.querySelector<HTMLInputElement>('#member');
  }

  get #field(): MemberControl | null {
    const [shared = null] = page.fields;
    return this.#own ?? this.#root.host.querySelector<MemberControl>('[name=memberId]') ?? shared;
  }

  get #wish(): HTMLInputElement | null {
    return this.#root.querySelector<HTMLInputElement>('#remember');
  }

  #share(id: string): void {
    this.#doubtful = !USUAL_ID.test(id);
    // First, because a remembered id is also a known one.
    if (id !== knownMember()) shareMember(id);
    // Another widget may have forgotten it since, after which this one is drawn without the tick.
    if (this.#remembers && this.#wish?.checked !== false) rememberMember(id);
  }

  #tidy(): string {
    const field = this.#field;
    const id = cleanMemberId(field?.value ?? '');
    if (field && field.value !== id) field.value = id;
    return id;
  }
}
