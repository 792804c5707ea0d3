/**
 * Explores every order of events in all scenes, or in those that are named, and says how many there were. With `--bug`, the same with a
 * mistake that must be found. With `--play`, plays one schedule again, as a failure prints it. A scene is one of proxies on one ledger, or
 * two transactions on PostgreSQL.
 */
import { readArguments } from '../support/processes/read-arguments.ts';
import { openDatabases } from '../support/databases/databases.ts';
import { BUGS } from './bugs.ts';
import { type Begin, explore, type Failure, play } from './explore.ts';
import { LONG_SCENES, SCENES } from './scenes.ts';
import { STATEMENT_BUGS } from './statements/bugs.ts';
import { Ground } from './statements/ground.ts';
import { PAIRS, pairOf } from './statements/pairs.ts';
import { beginningOf } from './statements/transactions.ts';
import { World } from './world.ts';

const { values } = readArguments({
  options: { scene: { type: 'string', multiple: true }, bug: { type: 'string' }, play: { type: 'string' } },
});

function requireOneOf(all: readonly string[], name: string, what: string): void {
  if (all.includes(name)) return;
  console.error(`There is no ${what} called ${name}. There are: ${all.join('; ')}`);
  process.exit(2);
}

function scheduleIn(text: string): string[] {
  try {
    return JSON.parse(text) as string[];
  } catch {
    console.error('--play takes the schedule as a failure has printed it, a JSON array of steps.');
    process.exit(2);
  }
}

function tell({ schedule, broken }: Failure): void {
  console.log([...schedule, ...broken.map((line) => `=> ${line}`)].map((line) => `  ${line}`).join('\n'));
  if (broken.length > 0) process.exitCode = 1;
}

const { bug } = values;
const events = { ...SCENES, ...LONG_SCENES };
/** Those that the mistake can be made in. */
const scenes = [
  ...(bug === undefined || bug in BUGS ? Object.keys(events) : []),
  ...(bug === undefined || bug in STATEMENT_BUGS ? Object.keys(PAIRS) : []),
];
if (bug !== undefined) requireOneOf([...Object.keys(BUGS), ...Object.keys(STATEMENT_BUGS)], bug, 'bug');
for (const name of values.scene ?? []) requireOneOf(scenes, name, 'scene');

await using open = new AsyncDisposableStack();
let ground: Ground | null = null;

async function openGround(): Promise<Ground> {
  const databases = open.use(await openDatabases());
  return open.use(await Ground.open(await databases.createDatabase()));
}

async function begin(name: string): Promise<Begin> {
  const scene = events[name];
  if (scene) return () => World.begin(scene, BUGS[bug ?? '']);
  ground ??= await openGround();
  return beginningOf(ground, pairOf(name), STATEMENT_BUGS[bug ?? '']);
}

for (const name of values.scene ?? scenes) {
  const started = performance.now();
  /* oxlint-disable no-await-in-loop -- one scene after the other */
  const beginning = await begin(name);
  if (values.play !== undefined) {
    tell(await play(beginning, scheduleIn(values.play)));
    continue;
  }
  const isEnough = ({ failure }: { failure: Failure | null }) => bug !== undefined && failure !== null;
  const { schedules, steps, states, ends, failure } = await explore(beginning, { isEnough });
  /* oxlint-enable no-await-in-loop */
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${schedules} schedules, ${steps} steps, ${states} states, ${ends} ends, ${seconds} s`);
  if (!failure) continue;
  tell(failure);
  const mistake = bug === undefined ? '' : ` --bug "${bug}"`;
  console.log(`npm run explore -- --scene "${name}"${mistake} --play '${JSON.stringify(failure.schedule)}'`);
}
