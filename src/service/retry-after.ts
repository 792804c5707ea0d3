const MAX_SECONDS = 86_400;
const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/;

/**
 * Seconds that a `Retry-After` header asks for, from 0 to a day, or undefined where it says nothing usable.
 * It holds seconds or a date (RFC 9110, section 10.2.3). `now` is in epoch milliseconds.
 */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? '';
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : HTTP_DATE.test(text)
      ? (Date.parse(text) - now) / 1000
      : Number.NaN;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 0), MAX_SECONDS);
}
