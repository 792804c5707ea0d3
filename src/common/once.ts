import { isPromise } from './is-promise.ts';

/**
 * A function that makes its value on the first call, and returns the same one from then on. A promise that rejects is forgotten, so that the next
 * call tries again, such as to load what could not be read while too many files were open.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    if (made) return made.value;
    const value = make();
    made = { value };
    if (isPromise(value)) value.catch(() => (made = undefined));
    return value;
  };
}
