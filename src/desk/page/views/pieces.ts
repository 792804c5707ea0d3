import { html, nothing, type TemplateResult } from 'lit';
import type { ClaimLine } from '../../api-types.ts';
import { grantText, stateText } from '../format.ts';
import type { Model } from '../model.ts';
import { TEXTS } from '../texts.ts';
import { icon } from './icons.ts';

/** A long id in groups of three digits, by margins alone, so that what is copied has clean digits. */
export function idText(id: string): TemplateResult {
  const groups = /^\d{9,}$/.test(id) ? (id.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [id]) : [id];
  return html`<bdi class="id">${groups.map((group) => html`<span>${group}</span>`)}</bdi>`;
}

/** The end of a member's id, which is enough to tell members of a list apart. */
export function shortMember(memberId: string): TemplateResult {
  return html`<span class="short">${memberId.length > 9 ? `…${memberId.slice(-6)}` : memberId}</span>`;
}

/** An id with a button that copies it. */
export function copied(id: string, model: Model): TemplateResult {
  return html`${idText(id)} ${copyButton(id, model)}`;
}

/** Copies an id that stands beside it. */
export function copyButton(id: string, model: Model): TemplateResult {
  const copy = () =>
    void navigator.clipboard?.writeText(id).then(
      () => model.say(TEXTS.copied),
      () => undefined,
    );
  return html`<button class="small-icon" type="button" aria-label="${TEXTS.copy} ${id}" @click=${copy}>
    ${icon('copy')}
  </button>`;
}

/** The state of a claim or a grant, in words with a dot. */
export function stateView(state: Parameters<typeof stateText>[0]): TemplateResult {
  return html`<span class="state ${state}">${stateText(state)}</span>`;
}

/** What a claim gives, in one line. */
export function givesText({ grants }: Pick<ClaimLine, 'grants'>): string {
  return grants.map(({ order }) => grantText(order)).join(', ');
}

/** The same where there is little room: `+10, Deckhand`. */
export function givesBriefly({ grants }: Pick<ClaimLine, 'grants'>): string {
  return grants.map(({ order }) => (order.kind === 'points' ? `+${order.points}` : order.roleName)).join(', ');
}

/** A button for the next page, where there is one. */
export function moreView(hasMore: boolean, model: Model): TemplateResult | typeof nothing {
  return hasMore
    ? html`<p class="more"><button class="button" type="button" @click=${() => model.more()}>${TEXTS.more}</button></p>`
    : nothing;
}

/** A word and its value. */
export function fact(name: string, value: unknown): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** A name that is bold while it is chosen, and takes as much room while it is not. */
export function choosable(name: string): TemplateResult {
  return html`<span class="choosable" data-text=${name}>${name}</span>`;
}
