import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Backup } from '../ledger/sqlite.ts';
import { partialFiles } from '../ledger/sqlite/backup.ts';
import { type Command, type OptionValues, UsageError } from './command.ts';
import { alreadyThere, requireFolder } from './output/output.ts';
import { whilePartial } from './output/partial.ts';
import { stdout } from './output/stdout.ts';
import { isPostgres, LEDGER_OPTIONS, readStore, type Store } from './store.ts';
import { isoTime } from '../common/iso-time.ts';
import { claimCount } from './claims/text.ts';

/** `rewards backup`: a whole copy of the ledger, while it is in use. */
export const backup: Command = {
  name: 'backup',
  usage: 'rewards backup',
  summary: 'write a copy of the ledger, also while it is in use',
  options: {
    ...LEDGER_OPTIONS,
    force: { help: 'replace an existing file' },
    made: { help: 'PostgreSQL: record that you have just made a backup' },
    to: {
      value: '<file>',
      help: 'the file to write, readable only by you; in a folder, a file named for the time',
    },
  },
  notes: [
    'A backup lacks the claims made after it, and would pay for them again. So it takes no claims until you say what\nbecame of those. See rewards ledger restored --help.',
    'PostgreSQL is backed up with its own tools. Run rewards backup --made afterwards, so that rewards doctor knows.',
  ],
  async run(options) {
    const store = readStore(options);
    if (isPostgres(store.name)) await noteBackup(store, options);
    else await copyFile(store.name, options);
  },
};

async function noteBackup(store: Store, { made }: OptionValues): Promise<void> {
  if (made === undefined) {
    throw new Error(
      `${store.name} is backed up with PostgreSQL's own tools, such as pg_dump --schema rewards --format custom --file rewards.dump "$REWARDS_DB"; then say rewards backup --made`,
    );
  }
  const ledger = await store.open();
  try {
    await ledger.backedUp(Date.now());
    const { claims } = await ledger.about();
    stdout.print(`noted: a backup was made of ${store.name}, which has ${claimCount(claims)}`);
  } finally {
    await ledger.close();
  }
}

async function copyFile(path: string, { force, made, to }: OptionValues): Promise<void> {
  if (made !== undefined) throw new UsageError('--made is for PostgreSQL: name the file to write with --to <file>');
  if (to === undefined) throw new UsageError('say where to: rewards backup --to <file>');
  const target = targetOf(resolve(to), new Date());
  const folder = to.endsWith('/') || to.endsWith(sep) ? resolve(to) : dirname(target);
  requireFolder(folder);
  if (force === undefined && existsSync(target)) throw alreadyThere(target);
  const copy = { path, to: target, replace: force !== undefined };
  const { claims, newestClaimAt, bytes } = await whilePartial(partialFiles(target), () => copyOnThread(copy));
  const newest = newestClaimAt === null ? '' : `, the newest of ${isoTime(newestClaimAt)}`;
  stdout.print(`${target}: ${claimCount(claims)}${newest} (${(bytes / 1e6).toFixed(1)} MB)`);
}

async function copyOnThread(copy: { path: string; to: string; replace: boolean }): Promise<Backup> {
  const file = new URL(`backup-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(file, { workerData: copy, execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [written]: Backup[] = await Promise.race([once(thread, 'message'), once(thread, 'exit').then(() => [])]);
  if (!written) throw new Error('no backup was made: the thread that writes it ended');
  return written;
}

/** In a folder, names that sort by time. */
function targetOf(path: string, now: Date): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  return join(path, `rewards-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.db`);
}
