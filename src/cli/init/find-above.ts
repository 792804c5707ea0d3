import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The path of the nearest file of that name: in the folder, which need not be there yet, or in one that it is in; null where there is none. */
export function findAbove(folder: string, name: string): string | null {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? null : findAbove(parent, name);
}
