/** A type guard. */
export type Guard<T> = (value: unknown) => value is T;

export const isString: Guard<string> = (value) => typeof value === 'string';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
export const isInteger: Guard<number> = (value): value is number => Number.isSafeInteger(value);
export const isCount: Guard<number> = (value): value is number => isInteger(value) && value >= 0;
export const isRecord: Guard<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && !!value && !Array.isArray(value);

/**
 * An ISO 8601 instant in UTC that exists in the calendar. `Date` turns a text that is not a date, or a date that does not exist, into something else.
 */
export const isInstant: Guard<string> = (value): value is string => {
  const seconds = isString(value) && /^(.{19})(\.\d+)?Z$/.exec(value)?.[1];
  return !!seconds && new Date(`${seconds}Z`).toJSON() === `${seconds}.000Z`;
};

export const oneOf =
  <T>(...values: T[]): Guard<T> =>
  (value): value is T =>
    values.some((allowed) => allowed === value);

export const either =
  <A, B>(a: Guard<A>, b: Guard<B>): Guard<A | B> =>
  (value): value is A | B =>
    a(value) || b(value);

export const nullable = <T>(guard: Guard<T>): Guard<T | null> => either(guard, oneOf(null));

export const optional = <T>(guard: Guard<T>): Guard<T | undefined> => either(guard, oneOf(undefined));

export const listOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(guard);

/** Checks every property of the type, also those that are optional. */
export const object =
  <T>(guards: { [Key in keyof T]-?: Guard<T[Key]> }): Guard<T> =>
  (value): value is T =>
    // Not `for … in`: an old script of the page may have given all objects a method.
    isRecord(value) && Object.entries<Guard<unknown>>(guards).every(([key, guard]) => guard(value[key]));

/** The guard as a function that returns the value, or undefined. */
export const reader =
  <T>(guard: Guard<T>) =>
  (value: unknown): T | undefined =>
    guard(value) ? value : undefined;
