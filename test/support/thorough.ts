import { existsSync } from 'node:fs';

/** Whether there is time for all: `npm run test:all` says so. `npm test` is to take minutes, and leaves out what has a sibling. */
export const isThorough = process.env['TEST_ALL'] !== undefined;

/** All of them where there is time, else those few that stand for the rest. */
export function allOr<T>(few: readonly T[], all: readonly T[]): readonly T[] {
  return isThorough ? all : few;
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
