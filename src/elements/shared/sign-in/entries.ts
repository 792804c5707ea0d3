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
/** Their values differ from the page's default from the start. */
const NEVER_EMPTY = /^(?:color|range)$/;

/** What the visitor has filled in, in fields of the widget's own or of the page's. */
export function entriesIn(host: ClaimHost): Entry[] {
  return marked(host).flatMap(({ control, mark, at }) => {
    const value = valueOf(control);
    return value === undefined || isUntouched(control) ? [] : [{ mark, at, value }];
  });
}

/** Fills in what was filled in before, and has the page hear of it. What the visitor has typed since then stays. */
export function enter(host: ClaimHost, entries: readonly Entry[]): void {
  for (const { control, mark, at } of marked(host)) {
    const entry = entries.find((one) => one.mark === mark && one.at === at);
    if (!entry || String(entry.value) === String(valueOf(control)) || isTyped(control)) continue;
    fill(control, entry.value);
  }
}

/** The controls, each with what it is known by when the page is loaded again. */
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

/** Whether it is ticked or not, in place of having a text. */
function isBox(control: Control): boolean {
  return control instanceof HTMLInputElement
    ? control.type === 'checkbox' || control.type === 'radio'
    : typeof control.checked === 'boolean';
}

/** Undefined where it is no text, and nothing that was chosen. */
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
    // One of a group goes out by itself.
    if (value || control.type !== 'radio') control.click();
    return;
  }
  if (control instanceof HTMLSelectElement) {
    for (const option of control.options) option.selected = Array.isArray(value) && value.includes(option.value);
  } else {
    // By the setter of the class: some frameworks put one of their own before it, and would take this for their own doing.
    Reflect.set(Object.getPrototypeOf(control), 'value', value, control);
  }
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}
