/**
 * Makes a real app with each framework, with our packages as they would be published, builds it, and uses it in a browser. Prints
 * framework x (installs, types, builds, SSR, claims). What is named runs in place of all; `--keep` leaves the apps where they were made.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from '../support/processes/read-arguments.ts';
import { ASPECTS, check, type Outcome } from './check.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { openGround } from './ground.ts';

const { positionals, values } = readArguments({ allowPositionals: true, options: { keep: { type: 'boolean' } } });
const names = FRAMEWORKS.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`there is no ${unknown.join(', ')}: there are ${names.join(', ')}`);
  process.exit(2);
}
const chosen = FRAMEWORKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const line = (cells: readonly string[]) => cells.map((cell, at) => cell.padEnd(at === 0 ? 18 : 10)).join('');
const word = (outcome: Outcome) => (outcome === null ? '-' : outcome === '' ? 'yes' : 'NO');
const folder = mkdtempSync(join(tmpdir(), 'rewards-frameworks-'));
const rows: string[] = [];
let failures = 0;
try {
  await using ground = await openGround(folder);
  for (const framework of chosen) {
    const startedAt = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- each wants the port, and the machine
    const outcomes = await check(framework, ground);
    const cells = ASPECTS.map((aspect) => outcomes[aspect]);
    const failed = ASPECTS.filter((aspect) => outcomes[aspect]);
    for (const aspect of failed) console.log(`::: ${framework.name} ${aspect}: ${outcomes[aspect]}`);
    failures += failed.length > 0 ? 1 : 0;
    const seconds = `${Math.round((performance.now() - startedAt) / 1000)} s`;
    rows.push(
      line([framework.name, ...cells.map(word), seconds, framework.template ?? `by hand: ${framework.byHand}`]),
    );
    console.log(rows.at(-1));
    if (!values.keep) rmSync(join(folder, framework.name), { recursive: true, force: true });
  }
} finally {
  if (values.keep) console.log(`the apps are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
console.log(['', line(['framework', ...ASPECTS, 'took', 'made with']), ...rows].join('\n'));
console.log(`${chosen.length - failures} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
