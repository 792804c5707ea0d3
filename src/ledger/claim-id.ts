const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;

/**
 * An id that sorts by time and cannot be guessed: epoch milliseconds in ten base-32 digits (Crockford's alphabet),
 * then 80 random bits in hexadecimal, which are the parts of a version 4 UUID that are random throughout.
 */
export function newClaimId(now: number): string {
  // Runtimes keep random bytes for UUIDs in stock, which makes them far cheaper than asking for random values one by one.
  const uuid = crypto.randomUUID();
  return timePrefix(now) + uuid.slice(0, 8) + uuid.slice(-12);
}

/** The least id of a claim made at `now` or later. */
export function timePrefix(now: number): string {
  let digits = '';
  let rest = now;
  while (digits.length < TIME_DIGITS) {
    digits = DIGITS.charAt(rest % 32) + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}

/** The epoch milliseconds in an id. */
export function claimTime(id: string): number {
  return Array.from(id.slice(0, TIME_DIGITS)).reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0);
}
