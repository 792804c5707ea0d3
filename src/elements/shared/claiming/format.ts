import type { Repeats } from '../../../contract/action.ts';
import { formatTime } from '../format-time.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Full stops without a following space, in languages that write none. */
const FULL_STOP = /([。！？]) /g;

const two = (number: number) => String(number).padStart(2, '0');

/** The time until a retry, such as "0:20": it is short, and people watch it. */
export function formatWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(seconds % 60)}`;
}

/** The time until something, such as "in 8 hours" or "in 3 days". It changes at most once a minute. */
export function formatAhead(milliseconds: number, locale: string): string {
  const [unit, length] = unitOf(milliseconds);
  return new Intl.RelativeTimeFormat(locale).format(Math.max(1, Math.round(milliseconds / length)), unit);
}

function unitOf(milliseconds: number): [unit: Intl.RelativeTimeFormatUnit, length: number] {
  if (milliseconds < HOUR_MS - MINUTE_MS / 2) return ['minute', MINUTE_MS];
  return milliseconds < DAY_MS - HOUR_MS / 2 ? ['hour', HOUR_MS] : ['day', DAY_MS];
}

/** An instant (epoch milliseconds) in the visitor's own time zone, such as "tomorrow at 00:00" if it is near. */
export function formatMoment(instant: number, locale: string): string {
  const days = Math.round((midnight(instant) - midnight(Date.now())) / DAY_MS);
  if (days < 0 || days > 1) return formatTime(instant, locale);
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(instant);
  // In the form in which the language combines date and time.
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(instant);
  return full.includes(date) ? full.replace(date, () => day) : formatTime(instant, locale);
}

/** The beginning of that day in the visitor's time zone. */
const midnight = (instant: number) => new Date(instant).setHours(0, 0, 0, 0);

const UNITS: Partial<Record<Repeats, Intl.RelativeTimeFormatUnit>> = { daily: 'day', weekly: 'week', monthly: 'month' };

/** The length of a streak, such as "3 days"; an empty text for periods that are not of the calendar. */
export function formatStreak(periods: number, repeats: Repeats, locale: string): string {
  const unit = UNITS[repeats];
  return unit ? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(periods) : '';
}

/** The time until so many periods later, such as "in 3 days" or "tomorrow"; an empty text for periods that are not of the calendar. */
export function formatAway(periods: number, repeats: Repeats, locale: string): string {
  const unit = UNITS[repeats];
  return unit ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(periods, unit) : '';
}

/** Joins sentences in the way of the language. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(' ').replace(FULL_STOP, '$1');
}
