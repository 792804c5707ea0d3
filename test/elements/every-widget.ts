import { fixture } from '@open-wc/testing';
import { html, type TemplateResult } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { DEBUG_STATES } from '../../src/elements/debug.ts';
import type { WidgetState } from '../../src/elements/index.ts';
import { MEMBER } from './fake-proxy.ts';
import { waitUntil } from './wait-until.ts';
import { lookAgain } from './widget.ts';

/** The elements that claim. */
export const CLAIMING = ['rewards-checkin', 'rewards-signup', 'rewards-role', 'rewards-onchain'] as const;

/** The themes that the package brings. */
export const THEMES = ['candy', 'contrast', 'dense', 'ember', 'forest', 'midnight', 'ocean', 'paper'] as const;

/** The states that look different where the visitor has to say who they are. */
const ASKING: readonly WidgetState[] = ['loading', 'ready', 'invalid', 'submitting', 'claimed', 'refused'];

interface Look {
  lang?: string;
  memberId?: string;
  compact?: boolean;
  title?: string;
}

/** A widget in one of its states, without a proxy. Its own title says which, so that no two on a page have the same name. */
export function widgetIn(tag: string, state: WidgetState, look: Look = {}): TemplateResult {
  const { lang = 'en', memberId = '', compact = false } = look;
  const { title = [tag, state, memberId, compact && 'compact'].filter(Boolean).join(' ') } = look;
  const name = unsafeStatic(tag);
  return staticHtml`
    <${name} action="sample" lang=${lang} member-id=${memberId} debug-state=${state} ?compact=${compact}>
      <span slot="title">${title}</span>
    </${name}>
  `;
}

/** What the elements draw differently: elsewhere they share one card, with its colours. */
const APART: readonly WidgetState[] = ['ready', 'invalid', 'granted'];

/**
 * Every element that claims, and the compact look of the check-in, in every state or in these; or the check-in in all of them, and the
 * others where they look different from it, or in the states that are said to be `apart`.
 */
export function everyWidget(
  lang: string,
  which: 'all' | 'distinct' = 'all',
  states: readonly WidgetState[] = DEBUG_STATES,
  apart: readonly WidgetState[] = APART,
): TemplateResult {
  const tagsIn = (state: WidgetState) =>
    which === 'all' || apart.includes(state) ? CLAIMING : CLAIMING.filter((tag) => tag === 'rewards-checkin');
  const all = (state: WidgetState, memberId: string) => [
    ...tagsIn(state).map((tag) => widgetIn(tag, state, { lang, memberId })),
    widgetIn('rewards-checkin', state, { lang, memberId, compact: true }),
  ];
  return html`${states.map((state) => [all(state, MEMBER), ASKING.includes(state) ? all(state, '') : []])}`;
}

/**
 * Shows widgets once each has come to its state. Until then there are none to lay out: each looks whether its texts fit whenever it is
 * drawn, and has a browser lay out all that were drawn before.
 */
export async function showSettled(widgets: unknown): Promise<HTMLElement> {
  const page = await fixture<HTMLElement>(html`<div hidden>${widgets}</div>`);
  await waitUntil(() => allSettled(page));
  page.hidden = false;
  await lookAgain(page.querySelectorAll('[debug-state]'));
  return page;
}

/** Whether each of them has come to its state, and shows what it knows of wallets. */
export const allSettled = (page: Element): boolean =>
  Array.from(page.querySelectorAll('[debug-state]')).every(
    (widget) =>
      widget.matches(`:state(${widget.getAttribute('debug-state')})`) &&
      (widget.matches('[debug-state=loading]') || !widget.shadowRoot?.querySelector('[part=proof]:empty')),
  );
