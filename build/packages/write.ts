/** Writes the two packages out of what was built, to `dist/packages`, ready to publish. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Package, PACKAGES, published } from './manifests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What npm packs whatever a package lists. */
const ALWAYS = ['README.md', 'LICENSE'];

async function write(one: Package): Promise<void> {
  const folder = join(ROOT, 'dist/packages', one.name);
  await rm(folder, { recursive: true, force: true });
  const left = one.files
    .filter((path) => path.startsWith('!'))
    .map((path) => join(ROOT, path.slice(1).replace('*', '')));
  const filter = (path: string) => !left.some((start) => path.startsWith(start));
  for (const path of [...ALWAYS, ...one.files.filter((file) => !file.startsWith('!'))]) {
    // oxlint-disable-next-line no-await-in-loop -- folders come before what is in them
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop
    await cp(join(ROOT, path), join(folder, path), { recursive: true, filter });
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published(one), null, 2)}\n`);
}

await Promise.all(PACKAGES.map(write));
