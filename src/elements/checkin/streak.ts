import { html, nothing, type TemplateResult } from 'lit';
import type { Shown } from '../shared/types.ts';
import { pointsIn, streakOf, stepLine, stepOf, streakLine } from '../shared/claiming/streaks.ts';
import { adoptStyles } from '../shared/claiming/adopt.ts';
import type { Localization } from '../shared/localization.ts';
import { streakStyles } from './streak.styles.ts';

export { stepLine };

const DAY_MS = 86_400_000;
const DAYS = 7;

/** The length of the streak, next to the title. */
export function renderCount(shown: Shown, localization: Localization): TemplateResult | typeof nothing {
  const { streak } = streakOf(shown);
  if (!streak) return nothing;
  const inDigits = (count: number) => count.toLocaleString(localization.locale);
  const was = shown.state === 'granted' && streak > 1 ? inDigits(streak - 1) : nothing;
  return html`<span part="count" aria-hidden="true">
    ${icon(FLAME)}<span data-was=${was}><b>${inDigits(streak)}</b></span>
  </span>`;
}

const icon = (path: string) => html`<svg viewBox="0 0 24 24"><path d=${path} /></svg>`;

const FLAME =
  'M12.5 2c.6 3.6-1.2 5-2.8 6.9C8 11 6 13 6 16a6 6 0 0 0 12 0c0-2.6-1.2-4.3-2.2-5.8-.4 1.5-1.1 2.3-2 2.8.5-3.5-.2-8-1.3-11Z';

const TICK = 'm5.5 12.5 4.5 4.5 8.5-9.5';
const GIFT =
  'M4 11h16M5 11v9h14v-9M3.5 7.5h17V11h-17zM12 7.5V20M12 7.5c-1.5-4-5-4.5-5-2s3 2 5 2c2 0 5 .5 5-2s-3.5-2-5 2';

/**
 * If the streak counts days, seven of them, from the first day of the streak: they look ahead, and never back at a day that was missed. A day that
 * gives more has a gift, and says how much. For other periods, a line of text.
 */
export function renderStreak(shown: Shown, localization: Localization): TemplateResult | typeof nothing {
  const { view } = shown;
  if (!view) return nothing;
  adoptStyles(shown.site, streakStyles);
  const { streak, today: ofToday } = streakOf(shown);
  // The flame stands where the grants were.
  shown.site.plus = streak ? html`<span part="plus">${pointsIn(shown, localization)}</span>` : nothing;
  const words = streak === null ? '' : streakLine(streak, view.repeats, localization);
  const daily = view.repeats === 'daily';
  // The gift among the days is only visual. Its line is left out if there is a description.
  const next = daily && view.description && shown.state === 'ready' && stepLine(shown, localization);
  const line =
    words &&
    html`<p part="streak-text" class=${daily ? 'unseen' : ''}>${words}${next ? html`<br />${next}` : nothing}</p>`;
  if (!daily) return html`${line}`;
  const isOpen = !/upcoming|closed|full/.test(shown.state);
  const came = streak ?? ofToday;
  const at = came - ofToday;
  const first = at - (at % DAYS);
  const name = new Intl.DateTimeFormat(localization.locale, { weekday: 'narrow', timeZone: 'UTC' });
  // Midnight in UTC of today's date in the action's time zone, so that all days have 24 hours. Swedish dates have the form of ISO 8601.
  const today = Date.parse(new Intl.DateTimeFormat('sv', { timeZone: view.timeZone }).format());
  const step = stepOf(shown);
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = first + index;
    const given = step && day + 1 === step.at && isOpen ? step.points : undefined;
    const parts = ['day', day < came && 'done', day === at && isOpen && 'today', given && 'gift']
      .filter(Boolean)
      .join(' ');
    const label = given
      ? new Intl.NumberFormat(localization.locale, { signDisplay: 'always' }).format(given)
      : name.format(today + (day - at) * DAY_MS);
    return html`<span part=${parts} class=${day > 0 && day <= at ? 'joined' : ''}
      ><i>${given ? icon(GIFT) : day < came ? icon(TICK) : nothing}</i><small>${label}</small></span
    >`;
  });
  return html`<div part="days" aria-hidden="true">${days}</div>
    ${line}`;
}
