import { waitUntil as wait } from '@open-wc/testing';

/** Resolves once the condition holds. Five seconds at most: one, the runner's own, is short for a machine that is busy. */
export function waitUntil(condition: () => unknown, message?: string): Promise<void> {
  return wait(condition, message, { timeout: 5000 });
}
