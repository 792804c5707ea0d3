/**
 * What browsers load of this package, as it was built with it; empty if it was not, as in a checkout before `npm run build`. The
 * command's own files are elsewhere than the modules that they were made of, so it says where to look.
 */
import { readBuilt } from '../common/built-files.ts';
import type { BuiltFiles } from '../common/built-page.ts';
import { builtElements } from '../proxy/embed/built-elements.ts';
import { packageFile } from './own-package.ts';

/** The emulator's console. */
export function consoleFiles(): BuiltFiles {
  return readBuilt(packageFile('dist/emulator/console/'));
}

/** The owner's desk. */
export function deskFiles(): BuiltFiles {
  return readBuilt(packageFile('dist/desk/page/'));
}

/** The elements, for frames. */
export function elementFiles(): BuiltFiles {
  return builtElements(packageFile('dist/'));
}
