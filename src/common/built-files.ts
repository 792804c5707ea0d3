import { readdirSync, readFileSync } from 'node:fs';
import type { BuiltFiles } from './built-page.ts';

/**
 * The folder that a module finds built files in, by its own address: as it was built itself, or as a source. Null in a bundle of CommonJS,
 * whose modules have no address.
 */
export function folderFor(
  module: string | undefined,
  { built, source }: { built: string; source: string },
): URL | null {
  return module === undefined ? null : new URL(module.endsWith('.ts') ? source : built, module);
}

/** The text files that were built into the folder, by their paths within it; none if it is not there. */
export function readBuilt(folder: URL | null): BuiltFiles {
  if (folder === null) return new Map();
  const names = list(folder).filter((name) => /\.(html|js|css|svg)$/.test(name));
  return new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(new URL(name, folder), 'utf8')]));
}

function list(folder: URL): string[] {
  try {
    return readdirSync(folder, { encoding: 'utf8', recursive: true });
  } catch {
    return [];
  }
}
