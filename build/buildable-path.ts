import { fileURLToPath } from 'node:url';

/** Vite takes these for the end of a file's path. It then finds no settings for it, and builds widgets that do not work. */
const ENDS_A_PATH = /[#?]/;

/** Throws where this folder, or the one that is given, lies at a path that Vite cannot build from. */
export function requireBuildablePath(folder: string = fileURLToPath(new URL('..', import.meta.url))): void {
  const found = ENDS_A_PATH.exec(folder)?.[0];
  if (found !== undefined) throw new Error(`nothing can be built in ${folder}: move it to a path without ${found}`);
}
