import { folderFor, readBuilt } from '../common/built-files.ts';
import type { BuiltFiles } from '../common/built-page.ts';

/** Where the desk's page is beside this file: built, or as its sources' neighbour in a checkout. */
const FOLDER = folderFor(import.meta.url, { built: './page/', source: '../../dist/desk/page/' });

/** The desk's page as it was built with this package; empty if it was not, as in a checkout before `npm run build`. */
export function deskFiles(): BuiltFiles {
  return readBuilt(FOLDER);
}
