import { accessSync, type BigIntStats, chmodSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../../common/error-code.ts';
import { LedgerError } from '../port.ts';

const OTHERS = 0o077n;
const { R_OK, W_OK } = constants;

/** The file that the path leads to through symbolic links, beside which SQLite keeps the log. The path itself where there is nothing. */
export function linkedFile(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * Why no ledger can be kept in what is at the path, or null. SQLite names the log after the file, so a file that has two names has two logs:
 * what was claimed by the one could be claimed again by the other.
 */
export function whyNoPlace(path: string, stats: BigIntStats): LedgerError | null {
  if (stats.isDirectory()) {
    const what = `${path} is a folder, and no ledger: name the file in it, such as ${join(path, 'rewards.db')}`;
    return new LedgerError(what, { code: 'no-ledger' });
  }
  if (!stats.isFile())
    return new LedgerError(`${path} is no file, and so no ledger. Is the path right?`, { code: 'no-ledger' });
  if (stats.nlink > 1n) {
    return new LedgerError(
      `${path} has ${stats.nlink} names (hard links), and each would have a log of its own: what is claimed by the one could be claimed again by the other. Stop each proxy, and remove all names but one (find / -xdev -inum ${stats.ino})`,
      { code: 'linked' },
    );
  }
  if (isMountPoint(path)) {
    return new LedgerError(
      `${path} is mounted as a single file, and its log, which has the newest claims, would lie elsewhere: they could be claimed again. Mount the folder that it is in`,
      { code: 'mounted' },
    );
  }
  return null;
}

/** Whether the path itself is a mount point, as Linux tells (proc_pid_mountinfo(5)). Other systems cannot mount a single file. */
function isMountPoint(path: string): boolean {
  try {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return mounts.some((line) => unescaped(line.split(' ')[4] ?? '') === path);
  } catch {
    return false;
  }
}

function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}

/** Throws `LedgerError` where this user may not use the file and its folder: SQLite's own message does not say what to do. */
export function requireAccess(path: string): void {
  requireRight(path, R_OK | W_OK, 'read and write');
  requireFolder(dirname(path));
}

/** The same where there is no file yet. */
export function requireFolder(folder: string): void {
  requireRight(folder, W_OK, "write into the ledger's folder");
}

function requireRight(path: string, right: number, what: string): void {
  try {
    accessSync(path, right);
  } catch (cause) {
    const code = errorCode(cause);
    if (code === 'EROFS') {
      const why = `${path} is on a disk that is mounted read-only: mount it so that it can be written`;
      throw new LedgerError(why, { code: 'read-only', cause });
    }
    // Any other error means that the runtime may not look, such as Deno without the permission.
    if (code !== 'EACCES' && code !== 'EPERM') return;
    const why = `${nameOfUser()} may not ${what} ${path}${ownerOf(path)}: run the command as its owner, or give it to this user (chown, chmod)`;
    throw new LedgerError(why, { code: 'no-access', cause });
  }
}

/**
 * Takes from other users the right to read these files, as far as they exist. Throws `LedgerError` where only another user can do that. On
 * Windows nothing is done: modes mean nothing there, and a file that is in use cannot be given another one.
 */
export function keepPrivate(paths: readonly string[]): void {
  if (process.platform === 'win32') return;
  for (const path of paths) {
    if (!((statSync(path, { bigint: true, throwIfNoEntry: false })?.mode ?? 0n) & OTHERS)) continue;
    try {
      chmodSync(path, 0o600);
    } catch (cause) {
      throw new LedgerError(
        `others can read ${path}${ownerOf(path)}, who alone can change that: chmod 600 ${path}, and run the command as its owner`,
        { code: 'no-access', cause },
      );
    }
  }
}

/** The id of the user that this process runs as; undefined where there is none (Windows), or it may not be read (Deno). */
export function userId(): number | undefined {
  try {
    return process.getuid?.();
  } catch {
    return undefined;
  }
}

/** By id, because in a container some users have no name. */
function nameOfUser(): string {
  const id = userId();
  return `this user${id === undefined ? '' : ` (${id})`}`;
}

function ownerOf(path: string): string {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  return userId() !== undefined && owner !== undefined ? `, which belongs to user ${owner}` : '';
}
