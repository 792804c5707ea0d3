/** The work took too long. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * What the work comes to. Rejects if that takes longer than so many milliseconds, with a `TimeoutError`, or with what `late` makes;
 * what the work comes to later is ignored then. What is there by the time that a suspended process goes on still counts.
 */
export async function within<T>(ms: number, work: Promise<T>, late: string | (() => Error)): Promise<T> {
  if (ms === Infinity) return work;
  const { promise: end, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => {
    reject(typeof late === 'string' ? new TimeoutError(`${late} did not answer within ${ms} ms`) : late());
  };
  // A process that was suspended finds its timers first, and then what came meanwhile.
  let timer = setTimeout(() => {
    timer = setTimeout(giveUp, 0);
  }, ms);
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
