/** Writes the two packages out of what was built, to `dist/packages`, ready to publish. */
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Package, PACKAGES, published } from './manifests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What npm packs whatever a package lists. */
const ALWAYS = ['README.md', 'LICENSE'];

/** What a line of `files` stands for. */
function found(pattern: string): string[] {
  const paths = globSync(pattern, { cwd: ROOT });
  if (paths.length === 0) throw new Error(`${pattern} is to be packed, and is not there`);
  return paths;
}

function write(one: Package): void {
  const folder = join(ROOT, 'dist/packages', one.name);
  rmSync(folder, { recursive: true, force: true });
  const left = one.files
    .filter((path) => path.startsWith('!'))
    .map((path) => join(ROOT, path.slice(1).replace('*', '')));
  const filter = (path: string) => !left.some((start) => path.startsWith(start));
  const packed = [...ALWAYS, ...one.files.filter((file) => !file.startsWith('!'))];
  for (const path of packed.flatMap(found)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter });
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(one), null, 2)}\n`);
}

for (const one of PACKAGES) write(one);
