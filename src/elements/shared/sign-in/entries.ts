import type { ClaimHost } from '../types.ts';

type Value = string | boolean | string[];

/** The content of one control: its position among those with the same mark, and what was entered or chosen. */
export interface Entry {
  mark: string;
  at: number;
  value: Value;
}

/** A native control, or one with the same interface. */
interface Control extends HTMLElement {
  type?: string;
  value?: unknown;
  defaultValue?: unknown;
  checked?: unknown;
  defaultChecked?: unknown;
}

/** Types that a visitor does not fill in, and types that no script should store. */
const LEFT_OUT = /^(?:button|file|hidden|image|output|password|reset|submit)$/;
/** What browsers are asked not to keep, or keep better (HTML, section 4.10.18.7). */
const SECRET = /^\s*off\s*$|password|one-time-code|\bcc-/i;
/** Their value is never empty, so without any input it already differs from the default. */
const NEVER_EMPTY = /^(?:color|range)$/;

/** The visitor's input, in fields of the widget or of the page. */
export function entriesIn(host: ClaimHost): Entry[] {
  return marked(host).flatMap(({ control, mark, at }) => {
    const value = valueOf(control);
    return value === undefined || isUntouched(control) ? [] : [{ mark, at, value }];
  });
}

/** Fills in the earlier input, and fires the events of an input for the page. What the visitor has typed since then is kept. */
export function enter(host: ClaimHost, entries: readonly Entry[]): void {
  for (const { control, mark, at } of marked(host)) {
    const entry = entries.find((one) => one.mark === mark && one.at === at);
    if (!entry || String(entry.value) === String(valueOf(control)) || isTyped(control)) continue;
    fill(control, entry.value);
  }
}

/** The controls, each with the mark by which it is found after the page is loaded again. */
function marked(host: ClaimHost): { control: Control; mark: string; at: number }[] {
  const own = host.renderRoot.querySelectorAll<Control>('form [name]');
  const counts = new Map<string, number>();
  return [...host.querySelectorAll<Control>('[name]:not(form)'), ...own].filter(mayBeKept).map((control) => {
    const { localName, type, value } = control;
    const mark = [localName, type, control.getAttribute('name'), isBox(control) && value].join(' ');
    const at = counts.get(mark) ?? 0;
    counts.set(mark, at + 1);
    return { control, mark, at };
  });
}

function mayBeKept(control: Control): boolean {
  const autofill = control.closest('[autocomplete]')?.getAttribute('autocomplete') ?? '';
  return !LEFT_OUT.test(control.type ?? '') && !SECRET.test(autofill);
}

/** Whether the control is ticked or not, instead of having a text. */
function isBox(control: Control): boolean {
  return control instanceof HTMLInputElement
    ? control.type === 'checkbox' || control.type === 'radio'
    : typeof control.checked === 'boolean';
}

/** Undefined if the value is not a text, and nothing was chosen. */
function valueOf(control: Control): Value | undefined {
  if (control instanceof HTMLSelectElement) return Array.from(control.selectedOptions, ({ value }) => value);
  const value = isBox(control) ? control.checked : control.value;
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

const isUntouched = (control: Control) =>
  isBox(control) ? control.checked === control.defaultChecked : control.value === control.defaultValue;

function isTyped(control: Control): boolean {
  const { defaultValue, type = '', value } = control;
  return !isBox(control) && defaultValue !== undefined && value !== defaultValue && !NEVER_EMPTY.test(type);
}

function fill(control: Control, value: Value): void {
  if (isBox(control)) {
    // The others of a group are switched off automatically.
    if (value || control.type !== 'radio') control.click();
    return;
  }
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.selected = Array.isArray(value) && value.includes(option.value);
  } else {
    // With the setter of the class: some frameworks replace it on the element, and would mistake this for their own change.
    Reflect.set(Object.getPrototypeOf(control), 'value', value, control);
  }
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}
