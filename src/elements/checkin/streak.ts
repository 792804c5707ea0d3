import { html, nothing, type TemplateResult } from 'lit';
import type { Shown } from '../shared/types.ts';
import { formatStreak } from '../shared/claiming/format.ts';
import { fill, type Localization } from '../shared/localization.ts';
import { streakStyles } from './streak.styles.ts';
import { streakEnglish } from '../shared/claiming/messages.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;

/** How long the member has come without a gap, and, where it counts days, which of the last seven those were. */
export function renderStreak(
  { site, view, state }: Shown,
  localization: Localization,
): TemplateResult | typeof nothing {
  const { member, repeats, timeZone } = view ?? {};
  if (!view || !member || member.streak === null || !repeats || !timeZone) return nothing;
  const { styleSheet } = streakStyles;
  const sheets = site.renderRoot.adoptedStyleSheets;
  if (styleSheet && !sheets.includes(styleSheet)) sheets.push(styleSheet);
  const { locale, texts } = localization;
  // The action was loaded before the claim, which adds to the streak.
  const claimedNow = state === 'granted' && member.canClaim;
  const streak = member.streak + (claimedNow ? 1 : 0);
  const claimedToday = claimedNow || !member.canClaim;
  const text = fill(texts.streak ?? streakEnglish.streak, formatStreak(streak, repeats, locale));
  if (repeats !== 'daily') return html`<p part="streak-text">${text}</p>`;
  const name = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  // Midnight in UTC of what is today's date there, so that days are 24 hours long. The Swedes write dates as ISO does.
  const today = Date.parse(new Intl.DateTimeFormat('sv', { timeZone }).format());
  const days = Array.from({ length: DAYS }, (_, at) => {
    const ago = DAYS - 1 - at;
    const done = ago >= (claimedToday ? 0 : 1) && ago < streak + (claimedToday ? 0 : 1);
    return html`<span part="day ${done ? 'done' : ''} ${ago ? '' : 'today'}"
      >${name.format(today - ago * DAY_MS)}</span
    >`;
  });
  return html`
    <div part="days" aria-hidden="true">${days}</div>
    <p part="streak-text">${text}</p>
  `;
}
