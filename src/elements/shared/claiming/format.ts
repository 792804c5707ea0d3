import type { Repeats } from '../../../contract/action.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** A time span, such as "3 days", or "5:07:09" for less than two days. */
export function formatLeft(milliseconds: number, locale: string): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 1) return new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
  return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two(seconds % 60)}`;
}

const UNITS: Partial<Record<Repeats, string>> = { daily: 'day', weekly: 'week', monthly: 'month' };

/** How long without a gap, such as "3 days"; an empty text for what is not counted by the calendar. */
export function formatStreak(periods: number, repeats: Repeats, locale: string): string {
  const unit = UNITS[repeats];
  return unit ? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(periods) : '';
}
