import { lstat, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../common/error-code.ts';

/** A file to be written. `mode` is who may read it; by default everybody who may read this user's files. */
export interface NewFile {
  text: string;
  mode?: number;
}

/**
 * Writes texts by their paths below the folder: all of them, or none. Throws if one is there already, unless told to
 * replace it. `others` are written beside them, whether they are there or not.
 */
export async function writeFiles(
  folder: string,
  files: Record<string, string>,
  replace: boolean,
  others: Record<string, NewFile>,
): Promise<void> {
  const paths = Object.keys(files);
  const taken = await Promise.all(paths.map((path) => standsInTheWay(join(folder, path), replace)));
  const inTheWay = paths.filter((_path, at) => taken[at]);
  if (inTheWay.length > 0) {
    const advice = replace
      ? 'and what is no file is not replaced: move it away'
      : 'and it stays as it is: move it away, give another --dir, or replace it with --force';
    throw new Error(`nothing was written, because ${folder} already has ${inTheWay.join(', ')}, ${advice}`);
  }
  const staged: [draft: string, path: string][] = [];
  try {
    const wanted = Object.entries(files).map(([path, text]): [string, NewFile] => [path, { text }]);
    for (const [path, { text, mode }] of [...wanted, ...Object.entries(others)]) {
      const target = join(folder, path);
      const draft = `${target}.${process.pid}.new`;
      // oxlint-disable-next-line no-await-in-loop -- the first that fails is the last that is tried
      await makeFolder(dirname(target));
      staged.push([draft, target]);
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(draft, text, { flag: 'wx', mode });
    }
  } catch (error) {
    await Promise.all(staged.map(([draft]) => rm(draft, { force: true })));
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`nothing was written: ${reason}`, { cause: error });
  }
  // oxlint-disable-next-line no-await-in-loop -- nothing is gained by haste
  for (const [draft, target] of staged) await rename(draft, target);
}

/** Makes a folder with those above it. Node's own `recursive` tries for ever where the disk takes none, as `/proc` does. */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const above = dirname(path);
  // What is above everything, such as a drive that is not there, has nothing above it.
  if (above !== path) await makeFolder(above);
  try {
    await mkdir(path);
  } catch (error) {
    const code = errorCode(error);
    // Somebody else has made it meanwhile.
    if (code === 'EEXIST' && (await isFolder(path))) return;
    if (code !== 'ENOENT') throw error;
    throw new Error(`no folder can be made in ${above}`, { cause: error });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

async function standsInTheWay(path: string, replace: boolean): Promise<boolean> {
  const there = await lstat(path).catch(() => null);
  return there !== null && !(replace && there.isFile());
}
