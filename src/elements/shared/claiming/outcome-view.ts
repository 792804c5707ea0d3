import { html, nothing, type TemplateResult } from 'lit';
import type { ClaimOutcome } from '../../client/types.ts';
import { fill, type Localization } from '../localization.ts';
import type { ClaimHost, OutcomeView } from '../types.ts';
import { formatAhead, formatWait, joinSentences } from './format.ts';
import { allMessages } from './all-messages.ts';
import type { Notice } from './notice.ts';

/** The content of an outcome. */
interface Said {
  host: ClaimHost;
  notice: Notice | undefined;
  outcome: ClaimOutcome;
  /** Milliseconds until the end of what the state waits for. */
  left: number;
  localization: Localization;
  /** Asks for another member id; undefined if that makes no sense. */
  changeMember: (() => void) | undefined;
  /** The community's name for a member id, if it has one. */
  memberIdLabel: string | undefined;
  /** Who is signed in. */
  account: TemplateResult | undefined;
  /** The text if there is no notice. */
  message: string | undefined;
  /** How often the text was too long for its place: first the time left makes room, then the text moves to the details. */
  cuts: number;
}

/** How many characters of a reference are visible. The command finds a claim by as many. */
const SEEN = 8;

/** How many texts of an answer have room below it. The details contain all of them. */
const LINES = 2;

/** The possible ends of a heading whose language ends sentences in this way: each script has its own. */
const FULL_STOP = /[.。।။።։۔]$/;

const ICONS: Record<Notice['tone'], string> = {
  good: 'm6 12.5 4 4 8-9',
  wait: 'M12 7v5l3.5 2M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0',
  over: 'M7 21V4h11l-2.5 4L18 12H7',
  stop: 'M12 7.5v5m0 4v.1M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0',
};

/** The outcome, in place of the button or below it, and what can be done about it; undefined if there is none. */
export function renderOutcome(said: Said): OutcomeView | undefined {
  const { host, notice, outcome, left, localization, account } = said;
  const { reference } = outcome;
  const messages = allMessages(localization);
  const followUp = renderFollowUp(said, isLong(said));
  if (!notice) {
    if (said.message) return { face: 'hitch', notice: html`<p part="text" id="text">${said.message}</p>`, followUp };
    return account || said.changeMember ? { face: '', followUp } : undefined;
  }
  const stays = staysIn(notice, host);
  const texts = notice.text.filter(Boolean);
  const details = isLong(said)
    ? html`<div part="details" id="details" popover>
        <h3>${notice.heading}</h3>
        ${texts.map((sentence) => html`<p>${sentence}</p>`)}
        ${reference ? html`<p part="reference">${quotable(messages.reference, reference)}</p>` : nothing}
      </div>`
    : undefined;
  return {
    face: stays ? 'hitch' : 'answer',
    notice: stays ? renderHitch(notice, texts, said) : renderAnswer(notice, withRoom(texts, said), host),
    retry: notice.retry ? messages.retry : undefined,
    waits: left > 0,
    followUp,
    short: html`${icon(notice.tone)}<span>${notice.heading}</span>`,
    said: notice.heading,
    details,
  };
}

function isLong({ cuts, host, notice, outcome }: Said): boolean {
  if (!notice) return false;
  const texts = notice.text.filter(Boolean).length;
  const room = staysIn(notice, host) ? texts < 2 || cuts === 0 : texts <= LINES;
  return !!outcome.reference || cuts > 1 || !room;
}

/** Whether the button stays. */
const staysIn = ({ retry }: Notice, { keepsButton }: ClaimHost): boolean => !!(retry || keepsButton);

const icon = (tone: Notice['tone']) =>
  html`<svg part="icon" class=${tone} viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[tone]} /></svg>`;

/** Next to the button for another id there is less room, and the week already shows what comes next in a streak. */
const withRoom = (texts: string[], { changeMember, cuts }: Said): string[] =>
  changeMember && cuts > 0 ? texts.slice(-1) : texts.slice(0, LINES);

/**
 * The answer replaces the button. It is one node of the live region, because Orca speaks only the last of two nodes that are added together. Without
 * the id, Firefox makes no accessible node for it.
 */
const renderAnswer = ({ tone, heading }: Notice, texts: string[], host: ClaimHost): TemplateResult => html`
  <div id="answer">
    <div part="answer">
      <slot name="icon">${icon(tone)}</slot>
      <h3 part="heading" aria-level=${levelOf(host)}>${heading}</h3>
    </div>
    <p part="text"><slot name="result">${texts.join('\n')}</slot></p>
  </div>
`;

/**
 * The button stays, and the foot says what the problem is. If that is too long, the first sentence is visible, or nothing above the time left; a
 * screen reader reads all of it.
 */
function renderHitch({ tone, heading }: Notice, texts: string[], { cuts, host, left }: Said): TemplateResult {
  const stop = texts.map((text) => FULL_STOP.exec(text)?.[0]).find(Boolean);
  const first = `${heading}${stop ?? ''}`;
  const all = joinSentences([first, ...texts]);
  const [one = ''] = texts;
  const end = all.indexOf(one, first.length) + one.length;
  return html`
    <div part="text">
      <slot name="icon">${icon(tone)}</slot>
      <h3 part="heading" aria-level=${levelOf(host)}>${first}</h3>
      <slot name="result"
        ><span class=${cuts > 1 && left > 0 ? 'cut' : ''}>${all.slice(first.length, end)}</span
        ><span class=${cuts ? 'cut' : ''}>${all.slice(end)}</span></slot
      >
    </div>
  `;
}

const levelOf = ({ headingLevel }: ClaimHost) => (headingLevel ? headingLevel + 1 : nothing);

/** What is next to the answer and not announced: it changes each second, or it is a control. */
function renderFollowUp(said: Said, long: boolean): TemplateResult {
  const { account, changeMember, cuts, left, localization, memberIdLabel, notice } = said;
  const { failure } = said.outcome;
  const messages = allMessages(localization);
  const change = memberIdLabel ? `${memberIdLabel}…` : messages.change;
  // Only the wait for the next try is short enough to watch.
  const wait = failure?.retryAfter ? fill(messages.left, formatWait(left)) : formatAhead(left, localization.locale);
  const time = [notice?.progress, wait].filter(Boolean).join(' · ');
  // If there is more to show, the countdown is left out: the text says when.
  const ticks = left > 0 && (failure?.retryAfter || (!cuts && (notice?.text.filter(Boolean).length ?? 0) < 2));
  return html`
    ${ticks ? html`<div part="countdown" role="timer">${time}</div>` : nothing}
    ${
      long || changeMember || account
        ? html`<div part="follow-up">
            ${account}
            ${changeMember ? html`<button type="button" part="change" @click=${changeMember}>${change}</button>` : nothing}
            ${
              long
                ? html`<button
                    type="button"
                    part="more"
                    popovertarget="details"
                    aria-label=${notice?.heading ?? nothing}
                  >
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                      <path d="M12 11v6m0-9.5v.1" />
                      <circle cx="12" cy="12" r="9" />
                    </svg>
                  </button>`
                : nothing
            }
          </div>`
        : nothing
    }
  `;
}

/** The text with the reference in its place. The visible part is short enough to read out; copying gives all of it. */
function quotable(text: string, reference: string): unknown[] {
  const [before, after] = text.split(/\{\w+\}/);
  const id = html`<bdi part="id">${reference.slice(0, SEEN)}<span>${reference.slice(SEEN)}</span></bdi>`;
  return [before, id, after];
}
