const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
const RANDOM_BYTES = 16;

/**
 * An id that sorts by time and cannot be guessed: ten base-32 digits of epoch milliseconds, then 16 that carry 80 random bits
 * (the layout of a ULID, in Crockford's alphabet).
 */
export function newClaimId(now: number): string {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return timePrefix(now) + Array.from(random, (byte) => DIGITS.charAt(byte % 32)).join('');
}

/** The least id of a claim made at `now` or later. */
export function timePrefix(now: number): string {
  let digits = '';
  for (let rest = now, place = 0; place < TIME_DIGITS; place += 1, rest = Math.floor(rest / 32))
    digits = DIGITS.charAt(rest % 32) + digits;
  return digits;
}

/** The epoch milliseconds in an id. */
export function claimTime(id: string): number {
  return Array.from(id.slice(0, TIME_DIGITS)).reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0);
}
