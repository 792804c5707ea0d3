/** The type of messages from and to the window. */
const TYPE = 'rewards-sign-in';
/** Only this page knows the name: otherwise a frame with the same name could be taken for the window. */
const NAME = `${TYPE}-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
const FEATURES = 'popup,width=480,height=760';
const LOOK_MS = 500;

/** Opens the window in which the visitor signs in, or reuses the open one; null if the browser does not allow it. */
export function openWindow(url: URL): Window | null {
  try {
    return open(url, NAME, FEATURES);
  } catch {
    // Firefox throws in a frame that is sandboxed without `allow-popups`.
    return null;
  }
}

/**
 * The code from the window; an empty text if the visitor gave up. Only messages of that window count, only while it shows a page of the proxy, and
 * only about this sign-in. Before the window goes to the platform it asks whether this page has opened it, and gets an answer. Never settles after
 * the signal is aborted.
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
      // Its last message may still arrive after it closes.
      if (closed) end('');
      closed = opened.closed;
    }, LOOK_MS);
    either.signal.addEventListener('abort', () => clearInterval(timer));
  });
}
