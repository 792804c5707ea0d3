/**
 * Whether the value is a promise. `instanceof Promise` does not tell: libraries such as zone.js and Bluebird put another class in its place, and
 * async functions return promises of the runtime's own.
 */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
