import { readdirSync, readFileSync } from 'node:fs';
import type { ConsoleFiles } from '../emulator/index.ts';
import { packageFile } from './own-package.ts';

/** The console as it was built with this package; empty where it was not, as in a checkout before `npm run build`. */
export function consoleFiles(): ConsoleFiles {
  const folder = packageFile('dist/emulator/console/');
  const names = list(folder).filter((name) => /\.(html|js|css|svg)$/.test(name));
  return new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]));
}

function list(folder: URL): string[] {
  try {
    return readdirSync(folder, { encoding: 'utf8', recursive: true });
  } catch {
    return [];
  }
}
