const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_DIGITS = 10;
/** The time's digits and 80 bits in hexadecimal. */
export const CLAIM_ID_LENGTH: number = TIME_DIGITS + 20;
const REFERENCE_LENGTH = TIME_DIGITS + 3;

/**
 * An id that sorts by time and cannot be guessed: epoch milliseconds in ten base-32 digits (Crockford's alphabet),
 * then 80 random bits in hexadecimal, which are the parts of a version 4 UUID that are random throughout.
 */
export function newClaimId(now: number): string {
  // Runtimes keep random bytes for UUIDs in stock, which makes them far cheaper than asking for random values one by one.
  const uuid = crypto.randomUUID();
  return timePrefix(now) + uuid.slice(0, 8) + uuid.slice(-12);
}

const CLAIM_ID = /^[0-9a-hjkmnp-tv-z]{10}[0-9a-f]{20}$/;

/** Whether the text may be a claim's id. What cannot be is not looked for: PostgreSQL fails over text with a NUL in it. */
export function isClaimId(text: string): boolean {
  return CLAIM_ID.test(text);
}

/** The beginning of an id, short enough to be read out, and enough to find the claim by. The rest of the id stays secret. */
export function claimReference(id: string): string {
  return id.slice(0, REFERENCE_LENGTH);
}

/** The least id of a claim made at `now` or later. */
export function timePrefix(now: number): string {
  let digits = '';
  // Before 1970 there were no claims, and ids hold times until the year 37648.
  let rest = Math.min(Math.max(0, now), 32 ** TIME_DIGITS - 1);
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
