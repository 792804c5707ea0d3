import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The disk in memory that Linux has. In a container it may be too small for anything. */
const DISK = '/dev/shm';
/** A run fills a fraction of that. */
const ROOM = 4 * 2 ** 30;

/**
 * Has the temporary files of this process, and of those that it starts from now on, in memory until it ends. Returns their folder; undefined
 * where there is no room for them, where no program may be run from there (`noexec`), or where `TMPDIR` says where they are. What they have
 * to outlive is the end of a process, not of the machine.
 */
export function keepInMemory(disk = DISK, room = ROOM): string | undefined {
  if (process.env['TMPDIR'] !== undefined || !existsSync(disk)) return undefined;
  const { bavail, bsize } = statfsSync(disk);
  if (bavail * bsize < room) return undefined;
  const folder = mkdtempSync(join(disk, 'rewards-test-'));
  if (!mayRunPrograms(folder)) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  // PostgreSQL may run as another user, who has to get in.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function mayRunPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '', { mode: 0o755 });
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program);
  }
}
