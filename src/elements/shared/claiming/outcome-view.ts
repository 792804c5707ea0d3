import { html, nothing, type TemplateResult } from 'lit';
import type { Outcome } from '../../client/types.ts';
import { fill, type Localization } from '../localization.ts';
import { formatAhead, formatWait } from './format.ts';
import { allMessages } from './all-messages.ts';
import type { Notice } from './notice.ts';

/** What the visitor may do about an outcome; undefined where it makes no sense. */
export interface OutcomeActions {
  retry: ((event: Event) => void) | undefined;
  changeMember: (() => void) | undefined;
  /** Who is signed in. */
  account: TemplateResult | undefined;
}

/** How many characters of a reference are seen. By as many the command finds a claim. */
const SEEN = 8;

const ICONS: Record<Notice['tone'], string> = {
  good: 'm6 12.5 4 4 8-9',
  wait: 'M12 6v6l4 2',
  over: 'M7 12h10',
  stop: 'M12 6v7m0 4.5v.1',
};

/** What a live region says. The heading can take the focus. */
export function renderNotice({ tone, heading, text }: Notice): TemplateResult {
  return html`
    <svg part="icon" class=${tone} viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[tone]} /></svg>
    <h3 part="heading" tabindex="-1">${heading}</h3>
    ${text.map((sentence) => (sentence ? html`<p part="text">${sentence}</p>` : nothing))}
  `;
}

/** What stands below a notice and is not announced: it ticks, or it waits to be used. */
export function renderFollowUp(
  { failure, reference }: Outcome,
  left: number,
  localization: Localization,
  { retry, changeMember, account }: OutcomeActions,
): TemplateResult {
  const messages = allMessages(localization);
  // Only a wait for the next try is short enough to be watched.
  const time = failure?.retryAfter ? fill(messages.left, formatWait(left)) : formatAhead(left, localization.locale);
  return html`
    ${left ? html`<p part="countdown" role="timer">${time}</p>` : nothing}
    ${reference ? html`<p part="reference">${quotable(messages.reference, reference)}</p>` : nothing}
    ${retry ? html`<button part="retry" aria-disabled=${left > 0} @click=${retry}>${messages.retry}</button>` : nothing}
    ${changeMember ? html`<button part="change" @click=${changeMember}>${messages.change}</button>` : nothing}
    ${account}
  `;
}

/** The text with the reference in its place, of which so much is seen as one can read out; what is copied is all of it. */
function quotable(text: string, reference: string): unknown[] {
  const [before, after] = text.split(/\{\w+\}/);
  const id = html`<bdi part="id">${reference.slice(0, SEEN)}<span>${reference.slice(SEEN)}</span></bdi>`;
  return [before, id, after];
}
