import { enableCompileCache } from 'node:module';
import { join, sep } from 'node:path';

const PACKAGES = `${sep}node_modules${sep}`;

/**
 * Has Node keep what it compiles from now on for the next start, beside the installed packages: a person who may write there may
 * change the code as well, as cannot be said of the system's temporary folder. If it lies elsewhere, or nothing can be written, each
 * start compiles anew.
 */
export function keepCompiled(folder = import.meta.dirname): void {
  const at = folder.lastIndexOf(PACKAGES);
  if (at >= 0) enableCompileCache(join(folder.slice(0, at), PACKAGES, '.cache', 'rewards'));
}
