import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { LOCKS } from 'package-manager-detector/constants';
import { isRecord } from '../../contract/guard.ts';
import { packagesIn } from './pnpm-workspace.ts';
import { readManifest } from './read-manifest.ts';

const OF_PNPM = 'pnpm-workspace.yaml';
const LOCKFILES = Object.keys(LOCKS).filter((name) => name !== OF_PNPM);

/**
 * The path of a folder from the root of its workspace, where the lockfile is that says what it has installed. Empty where it is in no workspace, is
 * the root itself, or has a lockfile of its own.
 */
export function pathInWorkspace(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const path = relative(at, folder).split(sep).join('/');
    if (path !== '' && isAmong(patternsOf(at), path)) return path;
    if (LOCKFILES.some((name) => existsSync(join(at, name))) || at === dirname(at)) return '';
  }
}

/** Whether the patterns name a package at that path, and none of them leaves it out. Package managers look for its package.json by them. */
function isAmong(patterns: readonly string[], path: string): boolean {
  const isNamed = (pattern: string) =>
    posix.matchesGlob(posix.join('/', path, 'package.json'), posix.join('/', pattern, 'package.json'));
  const [out, into] = [patterns.filter(leavesOut), patterns.filter((pattern) => !leavesOut(pattern))];
  return into.some(isNamed) && !out.some((pattern) => isNamed(pattern.slice(1)));
}

function leavesOut(pattern: string): boolean {
  return pattern.startsWith('!');
}

/** What a workspace's root names its packages by: pnpm in a file of its own, which may have settings alone, the others in package.json. */
function patternsOf(root: string): string[] {
  const workspaces = readManifest(textOf(join(root, 'package.json')))?.['workspaces'];
  const listed = isRecord(workspaces) ? workspaces['packages'] : workspaces;
  const patterns: unknown[] = Array.isArray(listed) ? listed : [];
  return [...patterns.filter((pattern) => typeof pattern === 'string'), ...packagesIn(textOf(join(root, OF_PNPM)))];
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
