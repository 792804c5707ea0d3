import type { FieldView } from '../../contract/action.ts';
import type { FieldError } from '../../contract/problem.ts';
import type { FieldValues } from '../client/types.ts';
import type { FieldEntry } from '../shared/claiming/field-entry.ts';
import type { Localization } from '../shared/localization.ts';
import { fieldErrors } from './field-errors.ts';

/** The fields of a form that the page put into the element: any native or form-associated control. */
export class PageFields implements FieldEntry {
  readonly #host: HTMLElement;
  readonly #asked: () => readonly FieldView[];
  readonly #wrong = new Set<Element>();

  /** `asked` returns the fields of the action. */
  constructor(host: HTMLElement, asked: () => readonly FieldView[]) {
    this.#host = host;
    this.#asked = asked;
    for (const type of ['input', 'change']) {
      host.addEventListener(type, ({ target }) => {
        if (target instanceof Element) this.#clearError(target);
      });
    }
  }

  take(): FieldValues | undefined {
    const form = this.#form;
    if (!form) return {};
    for (const control of this.#wrong) this.#clearError(control);
    // The browser says what is wrong, at the field and in the visitor's language.
    const good = own(form, 'noValidate') || own(form, 'reportValidity').call(form);
    return good ? this.#values(new FormData(form)) : undefined;
  }

  setErrors(errors: readonly FieldError[], localization: Localization): boolean {
    const form = this.#form;
    for (const [name, text] of fieldErrors(errors, localization)) {
      const found = form && own(form, 'elements').namedItem(name);
      const control = found instanceof RadioNodeList ? found[0] : found;
      if (!(control instanceof Element)) continue;
      if (canSayWhy(control)) control.setCustomValidity(text);
      control.setAttribute('aria-invalid', 'true');
      this.#wrong.add(control);
    }
    return this.#wrong.size > 0;
  }

  focus(): void {
    const [control] = this.#wrong;
    if (control instanceof HTMLElement) control.focus();
    const form = this.#form;
    if (form) own(form, 'reportValidity').call(form);
  }

  get #form(): HTMLFormElement | null {
    return this.#host.querySelector('form');
  }

  /** The values of the action's fields, or of all controls if the action lists no fields. A checkbox is true or false. */
  #values(data: FormData): FieldValues {
    const asked = new Map(this.#asked().map(({ name, type }) => [name, type]));
    const names = asked.size > 0 ? asked.keys() : new Set(data.keys());
    const values: FieldValues = {};
    for (const name of names) {
      const given = data.getAll(name).filter((value) => typeof value === 'string');
      if (asked.get(name) === 'checkbox') values[name] = given.length > 0;
      else if (name !== 'memberId' && given.length > 0) values[name] = given.join(', ');
    }
    return values;
  }

  #clearError(control: Element): void {
    if (!this.#wrong.delete(control)) return;
    if (canSayWhy(control)) control.setCustomValidity('');
    control.removeAttribute('aria-invalid');
  }
}

/** The form's own property of that name: fields with the same name would be found first. */
function own<Name extends keyof HTMLFormElement>(form: HTMLFormElement, name: Name): HTMLFormElement[Name] {
  const value: HTMLFormElement[Name] = Reflect.get(HTMLFormElement.prototype, name, form);
  return value;
}

const canSayWhy = (control: Element): control is HTMLInputElement => 'setCustomValidity' in control;
