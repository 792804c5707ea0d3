const FIRST_MS = 5_000;
const FACTOR = 4;
const MAX_MS = 12 * 3_600_000;
/** By so much a wait may be shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.25;

/** After so many attempts, which take about 56 hours, a delivery has failed. */
export const MAX_ATTEMPTS = 12;

/** Milliseconds from an attempt that failed to the next: 5 s, 20 s, 80 s, and so on up to 12 hours, each a quarter more or less. `random` is from 0 up to 1. */
export function waitAfter(attempt: number, random: number): number {
  const wait = Math.min(FIRST_MS * FACTOR ** (attempt - 1), MAX_MS);
  return Math.round(wait * (1 + JITTER * (2 * random - 1)));
}
