import { ConnectionReset } from './connection-reset.ts';

/** Waits that many milliseconds. Rejects with `ConnectionReset` if the client disconnects first. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(disconnected());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Rejects with `ConnectionReset` once the client disconnects, and never resolves. */
export function untilGone(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(disconnected());
    else signal.addEventListener('abort', () => reject(disconnected()), { once: true });
  });
}

function disconnected(): ConnectionReset {
  return new ConnectionReset('The client left before the reply.');
}
