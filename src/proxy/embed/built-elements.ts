import { readBuilt } from '../../common/built-files.ts';
import type { BuiltFiles } from '../../common/built-page.ts';

/** What pages are made with alone. */
const LEFT_OUT = 'cdn/rewards-elements.dev.js';

/** The elements' scripts and themes as they were built into the folder, by their paths within it. */
export function builtElements(dist: URL | null): BuiltFiles {
  const folders = ['cdn', 'themes'].flatMap((folder) =>
    Array.from(readBuilt(dist && new URL(`${folder}/`, dist)), ([name, text]): [string, string] => [
      `${folder}/${name}`,
      text,
    ]),
  );
  return new Map(folders.filter(([name]) => name !== LEFT_OUT));
}
