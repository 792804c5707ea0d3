import { fixture, html, waitUntil } from '@open-wc/testing';
import { nothing } from 'lit';
import type { WidgetState } from '../../../src/elements/index.ts';
import type { RewardsCheckin } from '../../../src/elements/index.ts';
import '../../../src/elements/checkin/checkin.define.ts';

/** Puts a check-in on the page and waits until it is no longer loading. */
export async function checkin(attributes: { memberId?: string; lang?: string } = {}): Promise<RewardsCheckin> {
  const { memberId = nothing, lang = nothing } = attributes;
  const element = await fixture<RewardsCheckin>(
    html`<rewards-checkin action="daily" member-id=${memberId} lang=${lang}></rewards-checkin>`,
  );
  await waitUntil(() => !inState(element, 'loading'), 'still loading');
  return element;
}

export const inState = (element: Element, state: WidgetState): boolean => element.matches(`:state(${state})`);

export async function reaches(element: Element, state: WidgetState): Promise<void> {
  await waitUntil(() => inState(element, state), `not in state ${state}`, { timeout: 5000 });
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
  Array.from(part(element, 'status').children, ({ textContent }) => textContent.trim())
    .join(' ')
    .trim();

export function input(element: Element): HTMLInputElement {
  const node = part(element, 'input');
  if (!(node instanceof HTMLInputElement)) throw new Error('The input is no input.');
  return node;
}

export function enter(element: Element, text: string): void {
  input(element).value = text;
  input(element).dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText' }));
}

/** Enters a member id and presses the button. */
export function press(element: Element, memberId = '123456789012345678'): void {
  if (hasPart(element, 'input')) enter(element, memberId);
  part(element, 'button').click();
}
