import { existsSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';

/** Whether all tests are run, as by `npm run test:all`. `npm test` is to take minutes, and leaves out variants. */
export const isThorough = process.env['TEST_ALL'] !== undefined;

/** All of them in `npm run test:all`, else the few that represent the rest. */
export function allOr<T>(few: readonly T[], all: readonly T[]): readonly T[] {
  return isThorough ? all : few;
}

/** A test of something less used, which only `npm run test:all` runs. */
export function itInFull(name: string, test: (t: TestContext) => Promise<void> | void): void {
  if (isThorough) void it(name, test);
}

/** A suite of such tests, which may be all that a file has. */
export function describeInFull(name: string, suite: () => void): void {
  void describe(name, { skip: !isThorough && '`npm run test:all` has it' }, suite);
}

/** Declares tests of what faster tests in the files `held`, as paths below `test/`, check as well. Only `npm run test:all` runs them. */
export function repeats(held: readonly string[], declare: () => void): void {
  for (const file of held) {
    if (!existsSync(new URL(`../${file}.test.ts`, import.meta.url)))
      throw new Error(`there is no test ${file} any more`);
  }
  if (isThorough) declare();
}
