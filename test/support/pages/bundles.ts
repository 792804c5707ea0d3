import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Where the files for script tags are. */
export const BUNDLES = fileURLToPath(new URL('../../../dist/cdn/', import.meta.url));

const STATIC = /(?:^|[;}])\s*(?:import|export)\s*(?:[^'"();]*?\bfrom\s*)?["'](\.[^"']+)["']/g;
const DYNAMIC = /\bimport\(\s*["'`](\.[^"'`]+)["'`]\s*\)/g;

/** The file and all that it imports statically, each once. */
export function upFront(file: string, seen: Set<string> = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of imports(file, STATIC)) upFront(imported, seen);
  return seen;
}

/** The files that may be loaded later, without texts in other languages. */
export function onDemand(file: string): Set<string> {
  const first = upFront(file);
  const all = new Set(first);
  for (const one of all) {
    for (const later of imports(one, DYNAMIC)) {
      if (!later.includes('/locales')) for (const needed of upFront(later)) all.add(needed);
    }
  }
  return new Set([...all].filter((one) => !first.has(one)));
}

/** Bytes over the wire, gzip. */
export function gzipSize(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
}

const imports = (file: string, kind: RegExp) =>
  Array.from(readFileSync(file, 'utf8').matchAll(kind), ([, path = '']) => join(dirname(file), path));
