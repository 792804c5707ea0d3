/** Chromium may never hold a page to be idle in which nothing is drawn any more. */
const MAX_MS = 3000;

/** Runs the task once the page is loaded and idle, or after three seconds of that. WebKit has no `requestIdleCallback`, so there it runs soon. */
export function atLeisure(task: () => void): void {
  if (document.readyState !== 'complete') addEventListener('load', () => atLeisure(task), { once: true });
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: MAX_MS });
  else setTimeout(task);
}
