/** The part of Mocha that hears of failures. */
interface Runner {
  fail: (this: unknown, test: unknown, error: unknown, force?: boolean) => void;
}

const { prototype }: { prototype: Runner } = Reflect.get(globalThis, 'Mocha').Runner;
const { fail } = prototype;

/**
 * Has failed comparisons of nodes, classes and functions reported. The runner is sent clones of what was compared, and of
 * these there are none: it would hear nothing of the whole file, and wait until it cuts it.
 */
prototype.fail = function (test, error, force) {
  const { actual, expected } = Object(error);
  if (!isCloneable([actual, expected]))
    Object.assign(Object(error), { actual: String(actual), expected: String(expected) });
  fail.call(this, test, error, force);
};

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
