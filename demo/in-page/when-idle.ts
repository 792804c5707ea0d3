/** Does it once the page has nothing else to do; WebKit does not tell when that is, and does it soon. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task);
  else setTimeout(task);
}
