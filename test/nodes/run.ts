/** Runs the tests that concern Node on the oldest that the package runs on, and on the newest. What is named runs in place of all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODES = ['node-oldest', 'node-newest'];
/** Browsers, and what is made for them, do not depend on the Node beside them. */
const ALL = ['test/*.test.ts', 'test/{cli,contract,crash,demo,emulator,ledger,locales,proxy,service}/**/*.test.ts'];

const root = fileURLToPath(new URL('../..', import.meta.url));
const lowering = new URL('../support/lower-using.ts', import.meta.url).href;
const named = process.argv.slice(2);

for (const name of NODES) {
  const node = fileURLToPath(new URL(`node_modules/${name}/bin/node`, import.meta.url));
  const args = [
    '--import',
    lowering,
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=2',
    '--test-timeout=900000',
  ];
  // What `npm run test:all` names here it tries in full in one Node, and in its short form in these.
  const env = {
    ...process.env,
    ...(named.length === 0 && { TEST_ALL: '1' }),
    PATH: dirname(node) + delimiter + process.env['PATH'],
  };
  console.log(`::: ${name}`);
  // oxlint-disable-next-line no-await-in-loop -- each needs the machine
  const [code] = await once(
    spawn(node, [...args, ...(named.length > 0 ? named : ALL)], { cwd: root, env, stdio: 'inherit' }),
    'exit',
  );
  if (code !== 0) process.exitCode = 1;
}
