import { waitUntil as wait } from '@open-wc/testing';

/** Resolves once the condition holds. Half a minute at most: it is a bound for what hangs, on a machine that is busy. */
export function waitUntil(condition: () => unknown, message?: string): Promise<void> {
  return wait(condition, message, { timeout: 30_000 });
}
