/**
 * Explores every order of events in all scenes, or in those that are named, and says how many there were. With `--bug`, the same with a
 * mistake that must be found. With `--play`, plays one schedule again, as a failure prints it.
 */
import { parseArgs } from 'node:util';
import { BUGS } from './bugs.ts';
import { explore, type Failure, play } from './explore.ts';
import { LONG_SCENES, SCENES } from './scenes.ts';

const { values } = parseArgs({
  options: { scene: { type: 'string', multiple: true }, bug: { type: 'string' }, play: { type: 'string' } },
});

function named<T>(all: Readonly<Record<string, T>>, name: string, what: string): T {
  const found = all[name];
  if (found === undefined) {
    console.error(`There is no ${what} called ${name}. There are: ${Object.keys(all).join('; ')}`);
    process.exit(2);
  }
  return found;
}

function tell({ schedule, broken }: Failure): void {
  console.log([...schedule, ...broken.map((line) => `=> ${line}`)].map((line) => `  ${line}`).join('\n'));
  if (broken.length > 0) process.exitCode = 1;
}

const scenes = { ...SCENES, ...LONG_SCENES };
const bug = values.bug === undefined ? {} : named(BUGS, values.bug, 'bug');
for (const name of values.scene ?? Object.keys(scenes)) {
  const scene = named(scenes, name, 'scene');
  const started = performance.now();
  /* oxlint-disable no-await-in-loop -- one scene after the other */
  if (values.play !== undefined) {
    tell(await play(scene, JSON.parse(values.play) as string[], bug));
    continue;
  }
  const isEnough = ({ failure }: { failure: Failure | null }) => values.bug !== undefined && failure !== null;
  const { schedules, steps, states, ends, failure } = await explore(scene, { bug, isEnough });
  /* oxlint-enable no-await-in-loop */
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${schedules} schedules, ${steps} steps, ${states} states, ${ends} ends, ${seconds} s`);
  if (!failure) continue;
  tell(failure);
  const mistake = values.bug === undefined ? '' : ` --bug '${values.bug}'`;
  console.log(`npm run explore -- --scene '${name}'${mistake} --play '${JSON.stringify(failure.schedule)}'`);
}
