import { ReactiveElement } from 'lit';
import type { WidgetState } from '../../src/elements/index.ts';
import { waitUntil } from './wait-until.ts';

export const inState = (element: Element, state: WidgetState): boolean => element.matches(`:state(${state})`);

export async function reaches(element: Element, state: WidgetState): Promise<void> {
  await waitUntil(() => inState(element, state), `not in state ${state}`);
}

/** The one node of the widget with this part. */
export function part(element: Element, name: string): HTMLElement {
  const node = element.shadowRoot?.querySelector<HTMLElement>(`[part~="${name}"]`);
  if (!node) throw new Error(`There is no part ${name}.`);
  return node;
}

export const hasPart = (element: Element, name: string): boolean =>
  !!element.shadowRoot?.querySelector(`[part~="${name}"]`);

/** What the live region says. */
export const said = (element: Element): string =>
  Array.from(part(element, 'status').children, ({ textContent }) => textContent.trim().replace(/\s+/g, ' '))
    .join(' ')
    .trim();

export function input(element: Element): HTMLInputElement {
  const node = element.shadowRoot?.querySelector<HTMLInputElement>('input#member');
  if (!node) throw new Error('There is no field for a member id.');
  return node;
}

/** Has the element load what only who turns to it needs, by what `turn` does, and waits for that. */
export async function turnTo(element: Element, turn: () => void): Promise<void> {
  const sheets = () => element.shadowRoot?.adoptedStyleSheets.length ?? 0;
  const before = sheets();
  turn();
  await waitUntil(() => sheets() > before, 'nothing was loaded');
}

/** Types a text, in place of what was there. */
export function type(control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, text: string): void {
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText' }));
}

export function enter(element: Element, text: string): void {
  type(input(element), text);
}

/** Enters a text and leaves the field, as far as the page can tell. */
export function leave(element: Element, text: string): void {
  enter(element, text);
  input(element).dispatchEvent(new Event('change', { bubbles: true }));
}

/** Enters a member id and presses the button. */
export function press(element: Element, memberId = '123456789012345678'): void {
  if (element.shadowRoot?.querySelector('#member')) enter(element, memberId);
  part(element, 'button').click();
}

/** Has widgets look at their texts anew, when fonts or the space between letters have changed, or they were out of sight. */
export async function lookAgain(widgets: Iterable<Element>): Promise<void> {
  await Promise.all(
    Array.from(widgets, async (widget) => {
      if (!(widget instanceof ReactiveElement)) return;
      widget.requestUpdate();
      while (!(await widget.updateComplete));
    }),
  );
}
