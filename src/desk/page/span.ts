import type { Clock } from './format.ts';
import { fill, TEXTS } from './texts.ts';

const T = TEXTS.gave;
const NAMES = ['today', 'week', 'days', 'last-month', 'this-month'] as const;
export type SpanName = (typeof NAMES)[number];
/** What is shown of each day: a chart of its claims or of its points, or a table of both. */
export const DAYS_AS = ['claims', 'points', 'table'] as const;
export type DaysAs = (typeof DAYS_AS)[number];

/** Days whose claims are shown. */
export interface Span {
  name: SpanName;
  words: string;
  /** So many up to today, of which the last ones are left out. */
  count: number;
  leftOut: number;
}

/** The spans that can be chosen: the last days, today included, and the last two months of the community's calendar. */
export function spansOf(clock: Clock, now: number): Span[] {
  const [year = 0, month = 0, day = 0] = clock.date(now).split('-').map(Number);
  const lastOfBefore = new Date(Date.UTC(year, month - 1, 0));
  return [
    { name: 'today', words: T.today, count: 1, leftOut: 0 },
    { name: 'week', words: fill(T.days, { count: 7 }), count: 7, leftOut: 0 },
    { name: 'days', words: fill(T.days, { count: 30 }), count: 30, leftOut: 0 },
    {
      name: 'last-month',
      words: clock.month(lastOfBefore.getTime()),
      count: day + lastOfBefore.getUTCDate(),
      leftOut: day,
    },
    { name: 'this-month', words: clock.month(now), count: day, leftOut: 0 },
  ];
}

/** The name of a span; a week for what names none. */
export function spanNamed(name: string): SpanName {
  return NAMES.find((one) => one === name) ?? 'week';
}

/** The claims for what names none. */
export function daysAsNamed(name: string): DaysAs {
  return DAYS_AS.find((one) => one === name) ?? 'claims';
}
