import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { LOCKS } from 'package-manager-detector/constants';
import { readManifest } from './read-manifest.ts';

const OF_PNPM = 'pnpm-workspace.yaml';
const LOCKFILES = Object.keys(LOCKS).filter((name) => name !== OF_PNPM);

/**
 * The path of a folder from the root of its workspace, where the lockfile is that says what it has installed. Empty where it is in no workspace, is
 * the root itself, or has a lockfile of its own.
 */
export function pathInWorkspace(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (isWorkspace(at)) return relative(at, folder).split(sep).join('/');
    if (LOCKFILES.some((name) => existsSync(join(at, name))) || at === dirname(at)) return '';
  }
}

/** Whether it names the packages that belong to it: pnpm in a file of its own, which may have settings alone, the others in package.json. */
function isWorkspace(folder: string): boolean {
  const manifest = readManifest(textOf(join(folder, 'package.json')));
  return manifest?.['workspaces'] !== undefined || /^["']?packages["']?\s*:/m.test(textOf(join(folder, OF_PNPM)));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
