const PATIENCE_MS = 30_000;
const INTERVAL_MS = 20;

// Tests replace clocks, and go on waiting all the same.
const later = window.setTimeout.bind(window);
const now = performance.now.bind(performance);

/** Resolves once the condition holds. Rejects where it never does: half a minute is long for a machine that is busy, too. */
export async function waitUntil(condition: () => unknown, message = 'it did not come to that'): Promise<void> {
  const tooLate = new Error(`Timeout: ${message}`);
  const deadline = now() + PATIENCE_MS;
  while (!condition()) {
    if (now() > deadline) throw tooLate;
    await new Promise((resolve) => later(resolve, INTERVAL_MS));
  }
}
