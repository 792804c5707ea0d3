/**
 * Runs the tests: all, or the rooms and files that are named; with `--all` what takes long too. Everything is run, whatever
 * fails, and the end says what failed and how to run that alone.
 */
import { join } from 'node:path';
import { readArguments } from '../support/processes/read-arguments.ts';
import { hasInstalledChromium, PACKAGED } from '../support/browsers/chromium.ts';
import { sharePages } from '../e2e/support/built-pages.ts';
import { shareDatabases } from '../support/databases/databases.ts';
import { isThorough } from '../support/thorough.ts';
import { BUILD_SECRETS, BUILT_AMONG_SECRETS } from './build-secrets.ts';
import { runByCommand } from './by-command.ts';
import { endChildren } from './children.ts';
import { cpuTime } from './cpu-time.ts';
import { runInBrowsers } from './in-browsers.ts';
import { keepInMemory } from './in-memory.ts';
import { runInNode } from './in-node.ts';
import { Progress } from './progress.ts';
import { type FileResult, type Listener, nameOf } from './results.ts';
import {
  BY_COMMAND,
  chooseFiles,
  findRooms,
  IN_BROWSERS,
  LAYOUTS,
  READ_BUILT,
  roomOf,
  ROOT,
  SHARE_PAGES,
} from './rooms.ts';
import { summarize } from './tally.ts';

/** What is tried, and how long the loops are, where everything is run and nothing else is said. */
const LONG_LOOPS = { TEST_ALL: '1', CRASH_KILLS: '200', EVENTS_SENT: '2000', LEDGER_RUNS: '3000', FUZZ_RUNS: '40000' };

const started = performance.now();
const { values, positionals } = readArguments({ allowPositionals: true, options: { all: { type: 'boolean' } } });
const progress = new Progress(process.stdout);
const results: FileResult[] = [];
const listener: Listener = {
  begun: (name) => progress.begun(name),
  each: (name, passed, tests) => progress.each(name, passed, tests),
  heard(result) {
    progress.ended(nameOf(result));
    results.push(result);
  },
};

/** So many files start a PostgreSQL server of their own, where they need one. */
const FEW = 5;

/** Removes the pages that files share. */
let removePages = async (): Promise<void> => {};

/** What is run once more in the Chromium that npm brought, where another one is installed. */
const inPackaged: Listener = {
  ...listener,
  heard(result) {
    progress.ended(nameOf(result));
    results.push({ ...result, browser: { name: 'the packaged Chromium', by: `CHROME_PATH=${PACKAGED}` } });
  },
};

/** Runs a part; one that cannot be run at all is a failure of its own, and the next one runs. */
async function part(room: string, run: () => Promise<void>): Promise<void> {
  progress.say(`::: ${room}`);
  try {
    await run();
  } catch (error) {
    fail(room, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Counts what ended in another way than by its tests. */
function fail(file: string, text: string): void {
  listener.heard({
    room: roomOf(file),
    file,
    passed: 0,
    skipped: [],
    failures: [{ name: 'as a whole', text }],
    durationMs: 0,
  });
}

/** Tells what came of the run, and ends it: what a browser or a file left open must not keep it from its end. */
function end(): never {
  progress.close();
  for (const line of summarize(results, performance.now() - started, cpuTime())) progress.say(line);
  process.exit(results.some(({ failures }) => failures.length > 0) ? 1 : 0);
}

// A signal may come to this process alone.
process.once('exit', endChildren);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const file of progress.running) fail(file, `It had not ended when the run was ended by ${signal}.`);
    end();
  });
}

try {
  const commands = positionals.filter((name) => Object.hasOwn(BY_COMMAND, name));
  const named = positionals.filter((name) => !commands.includes(name));
  const files = commands.length > 0 && named.length === 0 ? [] : chooseFiles(findRooms(), named);
  const inBrowsers = files.filter((file) => IN_BROWSERS.includes(roomOf(file)));
  const inNode = files.filter((file) => !inBrowsers.includes(file));
  const isSpread = (values.all ?? isThorough) && positionals.length > 0;
  // Other versions of Node are not held to the loops again.
  const shortLoops = { ...process.env };
  // Hundreds of processes read the same modules: what one of them has compiled serves the next.
  process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/compiled');
  if (values.all) Object.assign(process.env, { ...LONG_LOOPS, ...process.env });
  else process.env['ENGINES'] ??= 'chromium';
  // All of it is run on the disk, and installs much.
  if (!values.all && commands.length === 0) keepInMemory();

  await using shared = new AsyncDisposableStack();
  if (inNode.length > FEW) await part('databases', async () => void shared.use(await shareDatabases()));
  const secrets = { ...process.env, ...BUILD_SECRETS };
  const making = [part('build', () => runByCommand('build', ['run', 'build'], listener, secrets))];
  process.env[BUILT_AMONG_SECRETS] = '1';
  if (inNode.filter((file) => SHARE_PAGES.includes(roomOf(file))).length > 1) {
    const pages = await sharePages();
    removePages = pages.remove;
    making.push(
      part('site', () =>
        runByCommand('site', ['exec', '--', 'node', 'test/e2e/support/build-pages.ts', pages.folder], listener),
      ),
    );
  }
  const built = Promise.all(making);
  // Side by side: a test in a browser mostly waits for it, and one engine is busy with one page.
  const runFiles = () =>
    Promise.all([
      inNode.length > 0 && part('node', () => runInNode(inNode, listener, { built, isSpread })),
      inBrowsers.length > 0 && runPages(),
    ]);
  const runPages = async () => {
    const late = inBrowsers.filter((file) => READ_BUILT.includes(file));
    const others = inBrowsers.filter((file) => !late.includes(file));
    if (others.length > 0) await part('browsers', () => runInBrowsers(others, listener));
    await built;
    if (late.length > 0) await part('browsers, for what is built', () => runInBrowsers(late, listener));
  };
  const runLayouts = async () => {
    if (!values.all || !(await hasInstalledChromium())) return;
    process.env['CHROME_PATH'] = PACKAGED;
    process.env['ENGINES'] = 'chromium';
    delete process.env['REQUIRE_ENGINES'];
    const layouts = inNode.filter((file) => LAYOUTS.includes(file));
    await part('layouts in the Chromium of the package', () => runInNode(layouts, inPackaged));
  };
  const runCommands = async () => {
    await built;
    for (const [room, args] of Object.entries(BY_COMMAND)) {
      // oxlint-disable-next-line no-await-in-loop -- each wants much of the machine
      if (values.all || commands.includes(room)) await part(room, () => runByCommand(room, args, listener, shortLoops));
    }
  };
  // A command waits for the network while it installs its packages.
  await Promise.all([runFiles().then(runLayouts), runCommands()]);
  await removePages();
  await shared.disposeAsync();
  end();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(2);
}
