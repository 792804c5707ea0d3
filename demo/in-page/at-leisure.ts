/** Does it once the page is loaded and has nothing else to do. WebKit does not tell when that is, and does it soon. */
export function atLeisure(task: () => void): void {
  if (document.readyState !== 'complete') addEventListener('load', () => atLeisure(task), { once: true });
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(task);
  else setTimeout(task);
}
