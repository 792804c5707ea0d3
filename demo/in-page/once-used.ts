const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/** Does it once somebody does anything on the page, and the page has nothing else to do: a page that is only looked at has no need of it. */
export function onceUsed(task: () => void): void {
  const waiting = new AbortController();
  const begin = () => {
    waiting.abort();
    if (document.readyState === 'complete') whenIdle(task);
    else addEventListener('load', () => whenIdle(task), { once: true });
  };
  for (const sign of SIGNS) addEventListener(sign, begin, { signal: waiting.signal, passive: true });
}

/** WebKit does not tell when that is, and does it soon. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task);
  else setTimeout(task);
}
