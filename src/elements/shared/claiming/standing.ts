import type { Repeats } from '../../../contract/action.ts';
import { fill, formatPoints, type Localization } from '../localization.ts';
import type { Shown } from '../types.ts';
import { formatAway, formatStreak } from './format.ts';
import { streakEnglish } from './streak-messages.ts';

/** How long the member has come without a gap, as far as is known, and whether that includes today. */
export function standingOf({ claiming, state, view }: Shown): { streak: number | null; today: boolean } {
  const { member } = view ?? {};
  const claimed = state === 'granted' || state === 'claimed';
  const told = claiming?.steps.outcome.claim?.streak;
  if (state === 'granted' && told) return { streak: told, today: true };
  if (!member || member.streak === null) return { streak: null, today: claimed };
  // The action was loaded before the claim, which adds to the streak.
  const claimedNow = claimed && member.canClaim;
  return { streak: member.streak + (claimedNow ? 1 : 0), today: claimedNow || !member.canClaim };
}

/** So long, in a line; an empty text where it is not counted by the calendar. */
export function streakLine(periods: number, repeats: Repeats, { locale, texts }: Localization): string {
  const time = formatStreak(periods, repeats, locale);
  return time && fill(texts.streak ?? streakEnglish.streak, time);
}

/** The next claim in a row that gives more, where there is one ahead, and how many periods off it is. */
export function stepOf(shown: Shown): { at: number; points: number; away: number } | undefined {
  const { streak, today } = standingOf(shown);
  const step = shown.view?.member?.nextStep;
  if (!step || streak === null || step.streak <= streak) return undefined;
  return { at: step.streak, points: step.points, away: step.streak - streak - (today ? 0 : 1) };
}

/** What that gives and when, such as "+50 points in 3 days"; an empty text where there is none. */
export function stepLine(shown: Shown, localization: Localization): string {
  const step = stepOf(shown);
  const { repeats = 'daily' } = shown.view ?? {};
  if (!step || /upcoming|closed|full/.test(shown.state)) return '';
  const line = `${formatPoints(step.points, localization)} ${formatAway(step.away, repeats, localization.locale)}`;
  // It may begin with an invisible mark from left to right, which must not turn the whole line round.
  return localization.direction === 'rtl' ? `\u200F${line}` : line;
}

/** What the claim gives, such as " +10"; an empty text where that is no number of points. */
export function pointsIn({ view }: Shown, { locale }: Localization): string {
  const points = view?.grants.find(({ type }) => type === 'points');
  const number = new Intl.NumberFormat(locale, { signDisplay: 'always' });
  return points?.type === 'points' && points.points ? ` ${number.format(points.points)}` : '';
}
