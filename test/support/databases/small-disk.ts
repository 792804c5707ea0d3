import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A disk of its own, which can be filled up. */
export interface SmallDisk {
  path: string;
  /** Leaves no room at all. */
  fill: () => void;
  /** Takes away what it was filled with. */
  clear: () => void;
}

/** A disk of so many bytes until the test ends; null, after a printed reason, where none can be mounted. */
export function smallDisk(t: TestContext, bytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'rewards-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    rmSync(path, { recursive: true });
    t.skip(`no disk can be mounted here: ${String(error).split('\n')[0]}`);
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['--lazy', path]);
    rmSync(path, { recursive: true });
  });
  const filling = join(path, 'filling');
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path);
      try {
        writeFileSync(filling, Buffer.alloc(bavail * bsize));
      } catch (error) {
        // The disk was filled meanwhile.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    clear: () => rmSync(filling),
  };
}
