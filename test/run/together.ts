/** Test files in one process, each as a suite of its own: what all of them load is loaded once. The arguments are their paths. */
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const path of process.argv.slice(2)) {
  describe(path, async () => {
    await import(pathToFileURL(path).href);
  });
}
