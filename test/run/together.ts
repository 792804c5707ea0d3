/**
 * Test files in one process, each as a suite of its own: what all of them load is loaded once. The arguments are their paths, after
 * those of modules that keep something open: what such a module closes `after` tests, it closes after those of all files.
 */
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endChildren } from './children.ts';

// Without a listener the signal would end this process and skip its event `exit`.
process.once('SIGTERM', () => process.exit(1));
process.once('exit', endChildren);

for (const path of process.argv.slice(2)) {
  const load = () => import(pathToFileURL(path).href);
  // oxlint-disable-next-line no-await-in-loop -- the tests come after what they use
  if (!/\.test\.\w+$/.test(path)) await load();
  else describe(path, async () => void (await load()));
}
