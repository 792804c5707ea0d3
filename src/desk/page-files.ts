import { readBuilt } from '../common/built-files.ts';
import type { BuiltFiles } from '../common/built-page.ts';

/** Where the desk's page is beside this file: built, or as its sources' neighbour in a checkout. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/desk/page/' : './page/', import.meta.url);

/** The desk's page as it was built with this package; empty if it was not, as in a checkout before `npm run build`. */
export function deskFiles(): BuiltFiles {
  return readBuilt(FOLDER);
}
