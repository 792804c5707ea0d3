import type { WidgetAction } from '../../client/types.ts';
import { fill, type Localization } from '../localization.ts';
import { formatStreak } from './format.ts';
import { allMessages } from './all-messages.ts';

/** How long without a gap, in a line, where it is more than nothing and counted by the calendar; else an empty text. */
export function streakLine(periods: number | null | undefined, view: WidgetAction, localization: Localization): string {
  const time = periods ? formatStreak(periods, view.repeats, localization.locale) : '';
  return time && fill(allMessages(localization).streak, time);
}
