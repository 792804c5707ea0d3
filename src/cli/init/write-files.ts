import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes texts by their paths below the folder: all of them, or none. Throws where one is there already, unless told to
 * replace it.
 */
export async function writeFiles(folder: string, files: Record<string, string>, replace: boolean): Promise<void> {
  const paths = Object.keys(files);
  const taken = await Promise.all(paths.map((path) => standsInTheWay(join(folder, path), replace)));
  const inTheWay = paths.filter((_path, at) => taken[at]);
  if (inTheWay.length > 0) {
    const mend = replace
      ? 'and what is no file is not replaced: move it away'
      : 'and it stays as it is: move it away, give another --dir, or replace it with --force';
    throw new Error(`nothing was written, because ${folder} already has ${inTheWay.join(', ')}, ${mend}`);
  }
  const staged: [draft: string, path: string][] = [];
  try {
    for (const [path, text] of Object.entries(files)) {
      const target = join(folder, path);
      const draft = `${target}.${process.pid}.new`;
      // oxlint-disable-next-line no-await-in-loop -- the first that fails is the last that is tried
      await mkdir(dirname(target), { recursive: true });
      staged.push([draft, target]);
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(draft, text, { flag: 'wx' });
    }
  } catch (error) {
    await Promise.all(staged.map(([draft]) => rm(draft, { force: true })));
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`nothing was written: ${reason}`, { cause: error });
  }
  // oxlint-disable-next-line no-await-in-loop -- nothing is gained by haste
  for (const [draft, target] of staged) await rename(draft, target);
}

async function standsInTheWay(path: string, replace: boolean): Promise<boolean> {
  const there = await lstat(path).catch(() => null);
  return there !== null && !(replace && there.isFile());
}
