import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** How Linux writes that a socket listens. */
const LISTENS = '0A';

/**
 * The program that listens on a port of this machine, by its name and process id, such as `node (process 4711)`, or `this program itself`; null if that cannot be
 * known: on other systems than Linux, and of programs of other users. What it was started with may hold secrets, and is not told.
 */
export async function portOwner(port: number): Promise<string | null> {
  try {
    const inodes = await socketsOn(port);
    if (inodes.size === 0) return null;
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      // oxlint-disable-next-line no-await-in-loop -- most often one of the first has it
      if (await holdsOneOf(pid, inodes))
        return pid === String(process.pid) ? 'this program itself' : `${await nameOf(pid)} (process ${pid})`;
    }
  } catch {
    // The caller already has an error to report.
  }
  return null;
}

/** What the kernel calls the sockets that listen there (proc_pid_net(5)). */
async function socketsOn(port: number): Promise<ReadonlySet<string>> {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)));
  const listening = rows.filter(([, local = '', , state]) => local.endsWith(`:${wanted}`) && state === LISTENS);
  return new Set(listening.map((row) => `socket:[${row[9]}]`));
}

async function holdsOneOf(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const open = await readdir(folder).catch(() => []);
  const targets = await Promise.all(open.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return targets.some((target) => sockets.has(target));
}

async function nameOf(pid: string): Promise<string> {
  const [program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  return basename(program) || 'a program';
}
