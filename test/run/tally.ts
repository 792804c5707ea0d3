import { type FileResult, nameOf } from './results.ts';

/** What takes less is not told of. */
const SLOW_MS = 20_000;
const MAX_SLOW = 12;

/** The time of a room, in ms: what its files took, of which some may have run at once. */
interface RoomTally {
  passed: number;
  failed: number;
  skipped: number;
  durationMs: number;
}

/**
 * What came of all files, as lines for a person; `cpuMs` is how long processors worked for it. The last line is `N passed, N failed`,
 * which a script can read.
 */
export function summarize(results: readonly FileResult[], durationMs: number, cpuMs?: number): string[] {
  const rooms = Map.groupBy(results, ({ room, browser }) => (browser ? `${room}, ${browser.name}` : room));
  const tallies = [...rooms].map(([room, own]) => [room, tally(own)] as const);
  const all = tally(results);
  const width = Math.max(...tallies.map(([room]) => room.length), 4);
  return [
    '',
    ...results.flatMap(({ file, skipped }) => skipped.map((name) => `skipped: ${file}: ${name}`)),
    ...results.flatMap(failuresOf),
    `${'room'.padEnd(width)}  passed  failed  skipped    time`,
    ...tallies.map(([room, own]) => `${room.padEnd(width)}${columns(own)}`),
    '',
    ...slowest(results),
    ...(all.failed > 0 ? ['What failed, and how to run it alone:', ...repeats(results), ''] : []),
    `took ${seconds(durationMs)}${cpuMs === undefined ? '' : `, and ${seconds(cpuMs)} of the processors`}`,
    `${all.passed} passed, ${all.failed} failed`,
  ];
}

function tally(results: readonly FileResult[]): RoomTally {
  const sum = (of: (result: FileResult) => number) => results.reduce((total, result) => total + of(result), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failures }) => failures.length),
    skipped: sum(({ skipped }) => skipped.length),
    durationMs: sum((result) => result.durationMs),
  };
}

/** Where a run could be made shorter. */
function slowest(results: readonly FileResult[]): string[] {
  const slow = results.filter((result) => result.durationMs >= SLOW_MS);
  if (slow.length === 0) return [];
  const first = slow.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, MAX_SLOW);
  return [
    'What took longest:',
    ...first.map((result) => `  ${seconds(result.durationMs).padStart(6)}  ${nameOf(result)}`),
    '',
  ];
}

function columns({ passed, failed, skipped, durationMs }: RoomTally): string {
  return (
    String(passed).padStart(8) +
    String(failed).padStart(8) +
    String(skipped).padStart(9) +
    seconds(durationMs).padStart(8)
  );
}

function failuresOf(result: FileResult): string[] {
  return result.failures.flatMap(({ name, text }) => [
    `✖ ${nameOf(result)}: ${name}`,
    ...text.split('\n').map((line) => `    ${line}`),
    '',
  ]);
}

function repeats(results: readonly FileResult[]): string[] {
  return results
    .filter(({ failures }) => failures.length > 0)
    .map(({ room, file, browser, failures }) => {
      const asking = browser ? `${browser.by} ` : '';
      return `  ${asking}npm test -- ${file}   (${failures.length} of ${room})`;
    });
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0)} s`;
}
