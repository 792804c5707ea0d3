import { readBuilt } from '../../common/built-files.ts';
import type { BuiltFiles } from '../../common/built-page.ts';

/** Only used while a page is developed. */
const LEFT_OUT = 'cdn/rewards-elements.dev.js';

/** The built scripts and themes of the elements in the folder, by their relative paths. */
export function builtElements(dist: URL | null): BuiltFiles {
  const folders = ['cdn', 'themes'].flatMap((folder) =>
    Array.from(readBuilt(dist && new URL(`${folder}/`, dist)), ([name, text]): [string, string] => [
      `${folder}/${name}`,
      text,
    ]),
  );
  return new Map(folders.filter(([name]) => name !== LEFT_OUT));
}
