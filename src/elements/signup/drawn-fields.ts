import type { ReactiveControllerHost } from 'lit';
import type { FieldError } from '../../contract/problem.ts';
import type { FieldValues } from '../client/types.ts';
import type { FieldEntry } from '../shared/claiming/field-entry.ts';
import { entryMessages } from '../shared/claiming/entry-messages.ts';
import { adoptStyles } from '../shared/claiming/adopt.ts';
import type { StyledElement } from '../shared/claiming/styled-element.ts';
import type { Localization } from '../shared/localization.ts';
import { fieldErrors } from './field-errors.ts';
import { fieldErrorsStyles } from './field-errors.styles.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type FieldErrors = ReadonlyMap<string, string>;

/** The fields that the element draws. */
export class DrawnFields implements FieldEntry {
  readonly #root: ShadowRoot;
  readonly #show: (errors: FieldErrors) => void;
  /** A link may contain answers that are valid for some time, such as the code on a screen. The fragment is sent to no server. */
  readonly #brought = new URLSearchParams(location.hash.slice(1));
  #errors: FieldErrors = new Map();
  /** What had the focus when the fields were read. */
  #at: Element | null = null;

  /** `show` is told what is wrong with which fields. */
  constructor(host: ReactiveControllerHost & StyledElement, show: (errors: FieldErrors) => void) {
    const root = (this.#root = host.renderRoot);
    this.#show = show;
    host.addController({ hostConnected: () => adoptStyles(host, fieldErrorsStyles) });
    this.#fillIn();
    root.addEventListener('input', ({ target }) => {
      const name = target instanceof Element && target.getAttribute('name');
      if (name && this.#errors.has(name)) this.#setErrors([...this.#errors].filter(([other]) => other !== name));
    });
  }

  take(localization: Localization): FieldValues | undefined {
    this.#fillIn();
    const { missing } = entryMessages(localization);
    const controls = this.#controls();
    const wrong = controls.filter((control) => isMissing(control) || !control.validity.valid);
    this.#at = this.#root.activeElement;
    // The browser's own messages are most exact, and in the visitor's language.
    this.#setErrors(wrong.map((control) => [control.name, isMissing(control) ? missing : control.validationMessage]));
    return wrong.length > 0
      ? undefined
      : Object.fromEntries(controls.map((control) => [control.name, valueOf(control)]));
  }

  setErrors(errors: readonly FieldError[], localization: Localization): boolean {
    const known = new Set(this.#controls().map(({ name }) => name));
    this.#setErrors(fieldErrors(errors, localization).filter(([name]) => known.has(name)));
    return this.#errors.size > 0;
  }

  focus(): void {
    this.#firstWrong()?.focus();
  }

  get message(): string | undefined {
    const wrong = this.#firstWrong();
    return wrong && wrong === this.#at ? this.#errors.get(wrong.name) : undefined;
  }

  #firstWrong(): Control | undefined {
    return this.#controls().find(({ name }) => this.#errors.has(name));
  }

  /** Fills in each answer once, and only in text fields with `autocomplete="off"`, like those of proofs. */
  #fillIn(): void {
    for (const control of this.#controls()) {
      const name = `rewards-${control.name}`;
      const answer = this.#brought.get(name);
      if (answer === null || control.autocomplete !== 'off' || control.type !== 'text') continue;
      this.#brought.delete(name);
      control.value ||= answer;
    }
  }

  #controls(): Control[] {
    return [...this.#root.querySelectorAll<Control>('form [name]')].filter((control) => 'validity' in control);
  }

  #setErrors(errors: [name: string, text: string][]): void {
    this.#errors = new Map(errors);
    this.#show(this.#errors);
  }
}

/**
 * Checked here and marked with `aria-required`: a field that is required natively is invalid before it is filled in, and so is its form, which
 * Firefox makes screen readers say.
 */
const isMissing = (control: Control) => control.ariaRequired === 'true' && !valueOf(control);

const valueOf = (control: Control) =>
  control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value;
