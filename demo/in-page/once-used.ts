import { atLeisure } from './at-leisure.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/** Runs the task once somebody has used the page in any way, and the page is idle. A page that is only looked at does not need it. */
export function onceUsed(task: () => void): void {
  const waiting = new AbortController();
  const begin = () => {
    waiting.abort();
    atLeisure(task);
  };
  for (const sign of SIGNS) addEventListener(sign, begin, { signal: waiting.signal, passive: true });
}
