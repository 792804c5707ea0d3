const PATIENCE_MS = 30_000;
const INTERVAL_MS = 20;

// Tests replace clocks, and go on waiting all the same.
const later = window.setTimeout.bind(window);
const now = performance.now.bind(performance);

/**
 * Resolves once the condition holds; one that throws, as of a part that is not drawn yet, does not hold. Rejects where it never does:
 * half a minute is long for a machine that is busy, too.
 */
export async function waitUntil(condition: () => unknown, message = 'it did not come to that'): Promise<void> {
  const tooLate = new Error(`Timeout: ${message}`);
  const deadline = now() + PATIENCE_MS;
  while (!holds(condition, tooLate)) {
    if (now() > deadline) throw tooLate;
    await new Promise((resolve) => later(resolve, INTERVAL_MS));
  }
}

/** Notes in the error why it could not be told. */
function holds(condition: () => unknown, noted: Error): boolean {
  try {
    noted.cause = undefined;
    return Boolean(condition());
  } catch (error) {
    noted.cause = error;
    return false;
  }
}
