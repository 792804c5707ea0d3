import { atLeisure } from './at-leisure.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/** Does it once somebody does anything on the page, and the page has nothing else to do: a page that is only looked at has no need of it. */
export function onceUsed(task: () => void): void {
  const waiting = new AbortController();
  const begin = () => {
    waiting.abort();
    atLeisure(task);
  };
  for (const sign of SIGNS) addEventListener(sign, begin, { signal: waiting.signal, passive: true });
}
