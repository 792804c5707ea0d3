/** The work took too long. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Calls `late` after so many milliseconds, once what has arrived by then was read: a process that was suspended runs its timers first, and only
 * then reads what came meanwhile, which counts. Returns a function that calls it off.
 */
export function afterLimit(ms: number, late: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(late, 0);
  }, ms);
  return () => clearTimeout(timer);
}

/**
 * Settles as the work does. If that takes longer than so many milliseconds, rejects with a `TimeoutError`, or with the error that `late` makes, and
 * ignores what the work comes to later.
 */
export function within<T>(ms: number, work: Promise<T>, late: string | (() => Error)): Promise<T> {
  if (ms === Infinity) return work;
  return new Promise((resolve, reject) => {
    const callOff = afterLimit(ms, () => {
      reject(typeof late === 'string' ? new TimeoutError(`${late} did not answer within ${ms} ms`) : late());
    });
    work.then(callOff, callOff);
    work.then(resolve, reject);
  });
}
