import { folderFor } from '../../common/built-files.ts';
import type { BuiltFiles } from '../../common/built-page.ts';
import { builtElements } from './built-elements.ts';

/** Next to this file in the built package, or in the build of a checkout. */
const DIST = folderFor(import.meta.url, { built: '../../', source: '../../../dist/' });

/**
 * The built scripts and themes of the elements in this package: for `createProxy`, if the config has `embed`. It reads files, so it works on Node,
 * Bun and Deno; elsewhere the config names a folder on the web, as `embed: { elements: … }`.
 *
 * @example
 * const proxy = createProxy({ ...config, ledger, elements: elementFiles });
 */
export function elementFiles(): BuiltFiles {
  return builtElements(DIST);
}
