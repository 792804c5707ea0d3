import { readdirSync, readFileSync } from 'node:fs';
import type { BuiltFiles } from '../common/built-page.ts';

/** Where the desk's page is beside this file: built, or as its sources' neighbour in a checkout. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/desk/page/' : './page/', import.meta.url);

/** The desk's page as it was built with this package; empty where it was not, as in a checkout before `npm run build`. */
export function deskFiles(): BuiltFiles {
  return readBuilt(FOLDER);
}

/** The files of a page that was built into the folder; none where it is not there. */
export function readBuilt(folder: URL): BuiltFiles {
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
