/** The work took too long. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Calls `late` when so many milliseconds are over, and what is there by then has been read: a process that was suspended finds its timers
 * first, and then what came meanwhile, which counts. Returns what calls it off.
 */
export function afterLimit(ms: number, late: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(late, 0);
  }, ms);
  return () => clearTimeout(timer);
}

/**
 * What the work comes to. Rejects if that takes longer than so many milliseconds, with a `TimeoutError`, or with what `late` makes;
 * what the work comes to later is ignored then.
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
