import { statSync } from 'node:fs';

/** Warns if other users can read the file. Returns whether its owner alone can: false on Windows too, whose modes tell nothing of that. */
export function checkPrivate(path: string, warn: (text: string) => void): boolean {
  if (process.platform === 'win32') return false;
  const mode = statSync(path).mode & 0o777;
  const isPrivate = (mode & 0o077) === 0;
  if (!isPrivate) warn(`${path} can be read by others (mode ${mode.toString(8)}): chmod 600 ${path}`);
  return isPrivate;
}
