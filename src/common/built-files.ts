import { readdirSync, readFileSync } from 'node:fs';
import type { BuiltFiles } from './built-page.ts';

/** The text files that were built into the folder, by their paths within it; none if it is not there. */
export function readBuilt(folder: URL): BuiltFiles {
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
