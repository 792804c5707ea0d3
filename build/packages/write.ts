/** Writes the two packages out of what was built, to `dist/packages`, ready to publish. */
import { globSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
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

async function write(one: Package): Promise<void> {
  const folder = join(ROOT, 'dist/packages', one.name);
  await rm(folder, { recursive: true, force: true });
  const left = one.files
    .filter((path) => path.startsWith('!'))
    .map((path) => join(ROOT, path.slice(1).replace('*', '')));
  const filter = (path: string) => !left.some((start) => path.startsWith(start));
  const packed = [...ALWAYS, ...one.files.filter((file) => !file.startsWith('!'))];
  for (const path of packed.flatMap(found)) {
    // oxlint-disable-next-line no-await-in-loop -- folders come before what is in them
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop
    await cp(join(ROOT, path), join(folder, path), { recursive: true, filter });
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published(one), null, 2)}\n`);
}

await Promise.all(PACKAGES.map(write));
