import { html, nothing, type TemplateResult } from 'lit';
import type { Shown } from '../shared/types.ts';
import { formatStreak } from '../shared/claiming/format.ts';
import { fill, type Localization } from '../shared/localization.ts';
import { streakStyles } from './streak.styles.ts';
import { streakEnglish } from '../shared/claiming/messages.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;

/** How long the member has come without a gap, as far as is known, and whether that includes today. */
function standingOf({ claiming, state, view }: Shown): { streak: number | null; today: boolean } {
  const { member } = view ?? {};
  const claimed = state === 'granted' || state === 'claimed';
  const told = claiming?.steps.outcome.claim?.streak;
  if (state === 'granted' && told) return { streak: told, today: true };
  if (!member || member.streak === null) return { streak: null, today: claimed };
  // The action was loaded before the claim, which adds to the streak.
  const claimedNow = claimed && member.canClaim;
  return { streak: member.streak + (claimedNow ? 1 : 0), today: claimedNow || !member.canClaim };
}

const wordsFor = (streak: number, { view }: Shown, { locale, texts }: Localization) =>
  fill(texts.streak ?? streakEnglish.streak, formatStreak(streak, view?.repeats ?? 'daily', locale));

/** How long without a gap, beside the title. */
export function renderCount(shown: Shown, localization: Localization): TemplateResult | typeof nothing {
  const { streak } = standingOf(shown);
  if (!streak) return nothing;
  return html`<span part="count" aria-hidden="true">
    <svg viewBox="0 0 24 24"><path d=${FLAME} /></svg>${streak.toLocaleString(localization.locale)}
  </span>`;
}

const FLAME =
  'M12.5 2c.6 3.6-1.2 5-2.8 6.9C8 11 6 13 6 16a6 6 0 0 0 12 0c0-2.6-1.2-4.3-2.2-5.8-.4 1.5-1.1 2.3-2 2.8.5-3.5-.2-8-1.3-11Z';

/**
 * Where it counts days, seven of them, from the first on which the member came: they look ahead, and never back at one that
 * was missed. Else a line.
 */
export function renderStreak(shown: Shown, localization: Localization): TemplateResult | typeof nothing {
  const { view } = shown;
  if (!view) return nothing;
  const { styleSheet } = streakStyles;
  const sheets = shown.site.renderRoot.adoptedStyleSheets;
  if (styleSheet && !sheets.includes(styleSheet)) sheets.push(styleSheet);
  const { streak, today: cameToday } = standingOf(shown);
  const words = streak === null ? '' : wordsFor(streak, shown, localization);
  const daily = view.repeats === 'daily';
  const line = words && html`<p part="streak-text" class=${daily ? 'unseen' : ''}>${words}</p>`;
  if (!daily) return html`${line}`;
  const isOpen = !/upcoming|closed|full/.test(shown.state);
  const came = streak ?? (cameToday ? 1 : 0);
  const at = cameToday ? came - 1 : came;
  const first = at - (at % DAYS);
  const name = new Intl.DateTimeFormat(localization.locale, { weekday: 'narrow', timeZone: 'UTC' });
  // Midnight in UTC of what is today's date there, so that days are 24 hours long. The Swedes write dates as ISO does.
  const today = Date.parse(new Intl.DateTimeFormat('sv', { timeZone: view.timeZone }).format());
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = first + index;
    const parts = ['day', day < came && 'done', day === at && isOpen && 'today'].filter(Boolean).join(' ');
    const joined = day > 0 && day <= at;
    return html`<span part=${parts} class=${joined ? 'joined' : ''}
      ><i
        ><svg viewBox="0 0 24 24"><path d="m5.5 12.5 4.5 4.5 8.5-9.5" /></svg></i
      ><small>${name.format(today + (day - at) * DAY_MS)}</small></span
    >`;
  });
  return html`<div part="days" aria-hidden="true">${days}</div>
    ${line}`;
}
