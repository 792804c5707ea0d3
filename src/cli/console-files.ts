import { readBuilt } from '../common/built-files.ts';
import type { ConsoleFiles } from '../emulator/index.ts';
import { packageFile } from './own-package.ts';

/** The console as it was built with this package; empty if it was not, as in a checkout before `npm run build`. */
export function consoleFiles(): ConsoleFiles {
  return readBuilt(packageFile('dist/emulator/console/'));
}
