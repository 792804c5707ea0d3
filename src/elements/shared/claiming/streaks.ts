import type { Repeats } from '../../../contract/action.ts';
import { fill, formatPoints, type Localization } from '../localization.ts';
import type { Shown } from '../types.ts';
import { formatAway, formatStreak } from './format.ts';
import { streakEnglish } from './streak-messages.ts';

/** The member's streak, null if it is not known, and how much of it is of today: 0 or 1. */
export function streakOf({ claiming, state, view }: Shown): { streak: number | null; today: number } {
  const member = view?.member;
  const claimed = Number(/granted|claimed/.test(state));
  const granted = claiming?.steps.outcome.claim?.streak;
  if (state === 'granted' && granted) return { streak: granted, today: claimed };
  if (!member || member.streak === null) return { streak: null, today: claimed };
  if (member.canClaim) return { streak: member.streak + claimed, today: claimed };
  // The proxy counts a claim that waits, of which nobody knows so far.
  const today = Number(state !== 'pending');
  return { streak: member.streak - 1 + today, today };
}

/** The length of a streak in words; empty if the action does not repeat by the calendar. */
export function streakLine(periods: number, repeats: Repeats, { locale, texts }: Localization): string {
  const time = formatStreak(periods, repeats, locale);
  return time && fill(texts.streak ?? streakEnglish.streak, time);
}

/** The next step of the streak at which a claim gives more, and in how many periods it comes; undefined if there is none. */
export function stepOf(shown: Shown): { at: number; points: number; away: number } | undefined {
  const { streak, today } = streakOf(shown);
  const step = shown.view?.member?.nextStep;
  if (!step || streak === null || step.streak <= streak) return undefined;
  return { at: step.streak, points: step.points, away: step.streak - streak - 1 + today };
}

/** The next step in words, such as "+50 points in 3 days"; empty if there is none. */
export function stepLine(shown: Shown, localization: Localization): string {
  const step = stepOf(shown);
  const { repeats = 'daily' } = shown.view ?? {};
  if (!step || /upcoming|closed|full/.test(shown.state)) return '';
  const line = `${formatPoints(step.points, localization)} ${formatAway(step.away, repeats, localization.locale)}`;
  // The line may begin with an invisible left-to-right mark, which must not set its direction.
  return localization.direction === 'rtl' ? `\u200F${line}` : line;
}

/** The points that the claim gives, such as " +10"; empty if it gives none, or their number is not known. */
export function pointsIn({ view }: Shown, { locale }: Localization): string {
  const points = view?.grants.find(({ type }) => type === 'points');
  const number = new Intl.NumberFormat(locale, { signDisplay: 'always' });
  return points?.type === 'points' && points.points ? ` ${number.format(points.points)}` : '';
}
