const FIRST_MS = 5_000;
const FACTOR = 4;
const MAX_MS = 12 * 3_600_000;
/** The part by which a wait may be shorter or longer, so that events that failed together are not all tried again at the same moment. */
const JITTER = 0.25;

/** A delivery has failed after this many attempts, which take about 56 hours. */
export const MAX_ATTEMPTS = 12;

/** Milliseconds between a failed attempt and the next: 5 s, 20 s, 80 s, and so on up to 12 hours, each up to a quarter longer or shorter. `random` is in [0, 1). */
export function waitAfter(attempt: number, random: number): number {
  const wait = Math.min(FIRST_MS * FACTOR ** (attempt - 1), MAX_MS);
  return Math.round(wait * (1 + JITTER * (2 * random - 1)));
}
