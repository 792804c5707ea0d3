/** Runs the task once the page is loaded and idle. WebKit has no `requestIdleCallback`, so there it runs soon. */
export function atLeisure(task: () => void): void {
  if (document.readyState !== 'complete') addEventListener('load', () => atLeisure(task), { once: true });
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(task);
  else setTimeout(task);
}
