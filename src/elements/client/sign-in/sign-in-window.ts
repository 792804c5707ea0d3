/** What the window says something with, and is told it with. */
const TYPE = 'rewards-sign-in';
/** Known to this page alone: a frame that somebody else has called so would be taken for the window. */
const NAME = `${TYPE}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
const FEATURES = 'popup,width=480,height=760';
const LOOK_MS = 500;

/** Opens the window in which the visitor signs in, or takes up the one that is open already; null where the browser does not let it. */
export function openWindow(url: URL): Window | null {
  return open(url, NAME, FEATURES);
}

/**
 * The code that the window hands over; an empty text where the visitor gave up. Only that window is listened to, only while
 * it shows a page of the proxy's, and only about this sign-in: it asks whether this page has opened it, before it goes on
 * to the platform, and is told so. Never settles once the signal is aborted.
 */
export function codeFrom(opened: Window, origin: string, challenge: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const either = { signal: AbortSignal.any([signal, over.signal]) };
    const end = (code: string): void => {
      over.abort();
      resolve(code);
    };
    addEventListener(
      'message',
      ({ source, origin: from, data }) => {
        if (source !== opened || from !== origin || data?.type !== TYPE || data.challenge !== challenge) return;
        if (data.asks === true) opened.postMessage({ type: TYPE, challenge }, origin);
        else end(typeof data.code === 'string' ? data.code : '');
      },
      either,
    );
    let closed = false;
    const timer = setInterval(() => {
      // What it said last may still be on its way when it closes.
      if (closed) end('');
      closed = opened.closed;
    }, LOOK_MS);
    either.signal.addEventListener('abort', () => clearInterval(timer));
  });
}
