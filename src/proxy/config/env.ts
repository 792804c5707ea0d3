/** A reference to an environment variable, instead of a text in the config. In JSON, write `{ "env": "NAME" }`. */
export interface EnvReference {
  readonly env: string;
}

/** What a runtime provides: environment variables and, in a Worker, other bindings too. */
export type Bindings = Readonly<Record<string, unknown>>;

/** The text of an environment variable; undefined if it is not set, empty, or not text. */
export function variable(bindings: Bindings, name: string): string | undefined {
  const text = bindings[name];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** A config in which every text may be a reference to an environment variable. */
export type WithReferences<T> = T extends string
  ? T | EnvReference
  : T extends (...parameters: never) => unknown
    ? T
    : T extends object
      ? { [Key in keyof T]: WithReferences<T[Key]> }
      : T;

/**
 * The text of an environment variable, read when the proxy is made.
 *
 * @example
 * service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') }
 */
export function env(name: string): EnvReference {
  return { env: name };
}

/** A reference to a variable that is not set, and its path in the config. */
export interface MissingVariable {
  path: PropertyKey[];
  name: string;
}

/**
 * A copy of the config in which the text of the variable replaces each reference. References to variables that are not set are left out and listed.
 */
export function resolveReferences(
  value: unknown,
  variables: Bindings,
  missing: MissingVariable[],
  path: PropertyKey[] = [],
): unknown {
  if (isReference(value)) {
    const text = variable(variables, value.env);
    if (text === undefined) missing.push({ path, name: value.env });
    return text;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => resolveReferences(item, variables, missing, [...path, index]));
  }
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveReferences(item, variables, missing, [...path, key])]),
  );
}

function isReference(value: unknown): value is EnvReference {
  return isPlainObject(value) && typeof value['env'] === 'string' && Object.keys(value).length === 1;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
