import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../contract/guard.ts';
import { findAbove } from './find-above.ts';
import { readManifest } from './read-manifest.ts';

/** What the folder holds, and the nearest package.json says. */
export interface Project {
  /** Whether the folder itself has that file or folder. */
  has: (path: string) => boolean;
  /** Whether Node takes its files for modules. */
  modules: boolean;
  /** Whether it depends on the package. */
  dependsOn(name: string): boolean;
  /** Whether the package was installed from a file, and not from a registry. */
  hasFromFile(name: string): boolean;
}

/** The project that a folder belongs to, which need not be there yet. */
export function projectAt(folder: string): Project {
  const manifest = nearestManifest(folder);
  const dependencies = [manifest['dependencies'], manifest['devDependencies']].filter(isRecord);
  return {
    has: (path) => existsSync(join(folder, path)),
    modules: manifest['type'] === 'module',
    dependsOn: (name) => dependencies.some((list) => Object.hasOwn(list, name)),
    hasFromFile: (name) => dependencies.some((list) => String(list[name]).startsWith('file:')),
  };
}

function nearestManifest(folder: string): Record<string, unknown> {
  const path = findAbove(folder, 'package.json');
  if (path === null) return {};
  try {
    return readManifest(readFileSync(path, 'utf8')) ?? {};
  } catch {
    return {};
  }
}
