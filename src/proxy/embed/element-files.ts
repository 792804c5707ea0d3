import { folderFor } from '../../common/built-files.ts';
import type { BuiltFiles } from '../../common/built-page.ts';
import { builtElements } from './built-elements.ts';

/** Beside this file as it was built, or in the build of a checkout. */
const DIST = folderFor(import.meta.url, { built: '../../', source: '../../../dist/' });

/**
 * The elements' scripts and themes, as they were built with this package: for `createProxy`, where the config has `embed`. It reads
 * files, so it does for Node, Bun and Deno; elsewhere the config names a folder on the web, as `embed: { elements: … }`.
 *
 * @example
 * const proxy = createProxy({ ...config, ledger, elements: elementFiles });
 */
export function elementFiles(): BuiltFiles {
  return builtElements(DIST);
}
