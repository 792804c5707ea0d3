import { existsSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';

/** Whether there is time for all: `npm run test:all` says so. `npm test` is to take minutes, and leaves out what others stand for. */
export const isThorough = process.env['TEST_ALL'] !== undefined;

/** All of them where there is time, else those few that stand for the rest. */
export function allOr<T>(few: readonly T[], all: readonly T[]): readonly T[] {
  return isThorough ? all : few;
}

/** A test of what is used less than the main ways: `npm run test:all` has it, and `npm test` leaves it out. */
export function itInFull(name: string, test: (t: TestContext) => Promise<void> | void): void {
  if (isThorough) void it(name, test);
}

/** A suite of such tests, which may be all that a file has. */
export function describeInFull(name: string, suite: () => void): void {
  void describe(name, { skip: !isThorough && '`npm run test:all` has it' }, suite);
}

/**
 * Declares tests of what other tests hold as well and in less time: those in the files `held`, as paths below `test/`. They are run
 * where there is time for all.
 */
export function repeats(held: readonly string[], declare: () => void): void {
  for (const file of held) {
    if (!existsSync(new URL(`../${file}.test.ts`, import.meta.url)))
      throw new Error(`there is no test ${file} any more`);
  }
  if (isThorough) declare();
}
