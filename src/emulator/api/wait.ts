import { ConnectionReset } from './connection-reset.ts';

/** Waits that many milliseconds. Rejects with `ConnectionReset` if the client leaves first. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(left());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/** Rejects with `ConnectionReset` once the client leaves, and never resolves. */
export function untilGone(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(left());
    else signal.addEventListener('abort', () => reject(left()), { once: true });
  });
}

function left(): ConnectionReset {
  return new ConnectionReset('The client left before the reply.');
}
