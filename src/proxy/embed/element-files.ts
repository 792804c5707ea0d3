import { readBuilt } from '../../common/built-files.ts';
import type { BuiltFiles } from '../../common/built-page.ts';

/** Beside this file as it was built, or in the build of a checkout. */
const DIST = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/' : '../../', import.meta.url);
/** What pages are made with alone. */
const LEFT_OUT = 'cdn/rewards-elements.dev.js';

/**
 * The elements' scripts and themes, as they were built with this package: for `createProxy`, where the config has `embed`. It reads
 * files, so it does for Node, Bun and Deno; elsewhere the config names a folder on the web, as `embed: { elements: … }`.
 *
 * @example
 * const proxy = createProxy({ ...config, ledger, elements: elementFiles });
 */
export function elementFiles(): BuiltFiles {
  const folders = ['cdn', 'themes'].flatMap((folder) =>
    Array.from(readBuilt(new URL(`${folder}/`, DIST)), ([name, text]): [string, string] => [`${folder}/${name}`, text]),
  );
  return new Map(folders.filter(([name]) => name !== LEFT_OUT));
}
