import { enableCompileCache } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from './own-package.ts';

const PACKAGES = `${sep}node_modules${sep}`;

/**
 * Has Node keep what it compiles from now on for the next start, beside the installed packages: a person who may write there may
 * change the code as well, as cannot be said of the system's temporary folder. In a checkout, those are its own. If nothing can be
 * written there, each start compiles anew.
 */
export function keepCompiled(): void {
  const folder = import.meta.dirname;
  const at = folder.lastIndexOf(PACKAGES);
  const packages = at < 0 ? fileURLToPath(packageFile('node_modules')) : folder.slice(0, at) + PACKAGES;
  enableCompileCache(join(packages, '.cache', 'rewards'));
}
