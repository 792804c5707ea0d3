const MAX_SECONDS = 86_400;
const HTTP_DATE = /^[A-Z][a-z]+, .+ GMT$/;

/**
 * The seconds of a `Retry-After` header, from 0 to a day; undefined if it has no usable value. It contains seconds or a date (RFC 9110, section
 * 10.2.3). `now` is in epoch milliseconds.
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
