import { globSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const TESTS = fileURLToPath(new URL('..', import.meta.url));

/** Rooms whose tests run in a browser. */
export const IN_BROWSERS = ['elements', 'pages'];
/** Rooms whose files share the built pages of the demo. */
export const SHARE_PAGES = ['e2e', 'docs'];
/** Rooms that need nothing that is built, and so run while it is built. */
export const NEED_NO_BUILD = ['explore', 'ledger'];
/** Files in browsers that read what is built. */
export const READ_BUILT = ['elements/manifest/manifest.test.ts'];
/** How files begin that mostly wait: for disks, databases, and the processes that they start. They run beside those that compute. */
export const WAIT = ['explore/statements', 'ledger/', 'crash/', 'cli/'];
/**
 * Rooms whose files leave nothing behind in their process, so that some can have one together, and load what they use once. With each the
 * modules that keep something open for as long as the process has tests.
 */
export const SHARE_PROCESSES: Readonly<Record<string, readonly string[]>> = {
  cli: ['cli/command.ts'],
  contract: [],
  crash: [],
  demo: [],
  desk: [],
  e2e: ['e2e/support/shared-browser.ts', 'cli/command.ts'],
  emulator: [],
  ledger: ['ledger/lost-files.ts'],
  locales: [],
  onchain: [],
  proxy: [],
  service: [],
};
/** What looks at the layout of whole pages in a Chromium. */
export const LAYOUTS = [
  'docs/site.test.ts',
  'e2e/console/layout.test.ts',
  'e2e/demo/layout.test.ts',
  'e2e/desk/layout.test.ts',
  'e2e/asking/who-is-asking.test.ts',
];
/** Rooms with packages of their own, which are run by a command, and only where all is. */
export const BY_COMMAND: Readonly<Record<string, readonly string[]>> = {
  chains: ['run', 'test:onchain'],
  runtimes: ['run', 'test:runtimes'],
  // Here what depends on Node most, its SQLite and its HTTP; the others by `npm run test:nodes` alone.
  nodes: [
    'run',
    'test:nodes',
    '--',
    'test/{contract,service}/**/*.test.ts',
    'test/ledger/{behind,full-disk,lost-file,older-file,sqlite,sqlite-plans,sqlite-thread,sqlite-versions}.test.ts',
  ],
  openapi: ['run', 'test:openapi'],
  // Here one with a server of its own, one that is bundled and rendered, one of pages alone; the others by `npm run test:frameworks`.
  frameworks: ['exec', '--', 'node', 'test/frameworks/run.ts', 'next', 'vue', 'node'],
  package: ['run', 'check:package'],
};
/** What takes long comes first, so that the cores have something to do until the end. */
const FIRST = [...NEED_NO_BUILD, 'crash', 'cli', 'docs', 'visual', 'e2e', 'run', 'proxy', 'service'];
/** Of a room's files, too: each of these goes through hundreds of tests, one after the other, and waits for a database in all of them. */
const FIRST_FILES = ['ledger/postgres.test.ts', 'ledger/postgres-faults.test.ts', 'ledger/sqlite.test.ts'];
/** The room of what stands in `test/` itself. */
const HALL = 'house';

/** The files of a room, as paths below `test/`. */
export type Rooms = ReadonlyMap<string, readonly string[]>;

/** The rooms that hold test files, with those files. */
export function findRooms(folder = TESTS): Rooms {
  const files = globSync('**/*.test.ts', { cwd: folder, exclude: (path) => path.includes('node_modules') })
    .map(withSlashes)
    .filter((path) => !Object.hasOwn(BY_COMMAND, roomOf(path)))
    .toSorted();
  const first = FIRST_FILES.filter((file) => files.includes(file));
  const rooms = Map.groupBy(new Set([...first, ...files]), roomOf);
  const names = [...new Set([...FIRST, ...rooms.keys()])];
  return new Map(names.flatMap((name) => (rooms.has(name) ? [[name, rooms.get(name) ?? []]] : [])));
}

/** How a file is called below `test/`. */
export function belowTests(path: string): string {
  return withSlashes(relative(TESTS, path));
}

function withSlashes(path: string): string {
  return path.split(sep).join('/');
}

/** The room that a file below `test/` is in. */
export function roomOf(file: string): string {
  const [folder, ...rest] = file.split('/');
  return rest.length > 0 && folder !== undefined ? folder : HALL;
}

/**
 * The files of all rooms, or of those that are named: a room (`ledger`), a part of it (`ledger/race`), or a path
 * (`test/ledger/race.test.ts`). Throws `Error` for a name that fits nothing.
 */
export function chooseFiles(rooms: Rooms, names: readonly string[]): string[] {
  const all = [...rooms.values()].flat();
  if (names.length === 0) return all;
  const chosen = new Set<string>();
  for (const name of names) {
    const wanted = withSlashes(relative('', name)).replace(/^test\//, '');
    const found = all.filter((file) => roomOf(file) === wanted || file.startsWith(wanted));
    if (found.length === 0) {
      throw new Error(
        `There is no test called ${name}. Name a room, or a file in one: ${[...rooms.keys()].join(', ')}`,
      );
    }
    for (const file of found) chosen.add(file);
  }
  return all.filter((file) => chosen.has(file));
}
