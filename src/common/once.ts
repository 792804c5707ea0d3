/**
 * A function that makes its value when it is first called, and then gives that. A promise that rejects is given to whoever waits for it, and
 * forgotten: the next call makes it anew, as what could not be loaded while no more files could be opened.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    if (made) return made.value;
    const value = make();
    made = { value };
    if (value instanceof Promise) value.catch(() => (made = undefined));
    return value;
  };
}
