/** Whether there is time for all: `npm run test:all` says so. `npm test` is to take minutes, and leaves out what has a sibling. */
const isThorough = process.env['TEST_ALL'] !== undefined;

/** All of them where there is time, else those few that stand for the rest. */
export function allOr<T>(few: readonly T[], all: readonly T[]): readonly T[] {
  return isThorough ? all : few;
}
