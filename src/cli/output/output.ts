import { existsSync, lstatSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { requireElsewhere } from '../../ledger/sqlite/backup.ts';
import type { OptionSpec, OptionValues } from '../command.ts';
import { isPostgres, type Store } from '../store.ts';
import { whilePartial } from './partial.ts';
import { stdout } from './stdout.ts';

/** Where a command writes to. */
export const OUTPUT_OPTIONS: Record<string, OptionSpec> = {
  force: { help: 'replace an existing file' },
  output: { value: '<file>', help: 'the file to write, readable only by you; by default stdout' },
};

/** Where the options want it written: a path, or null for stdout. Throws if there is a file that is not to be replaced, as never the ledger is. */
export function readOutput({ output, force }: OptionValues, { name }: Store): string | null {
  if (output === undefined) return null;
  const path = resolve(output);
  requireFolder(dirname(path));
  // A broken symbolic link counts as a file, too.
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new Error(`${path} is a folder: name the file in it`);
  if (there && force === undefined) throw alreadyThere(path);
  if (!isPostgres(name)) requireElsewhere(name, path, 'nothing was written');
  return path;
}

/** Throws if there is no such folder to write into. */
export function requireFolder(folder: string): void {
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}: make it first, with mkdir -p`);
}

/** Of a file that is only replaced with `--force`. */
export function alreadyThere(path: string): Error {
  return new Error(`there is a file ${path} already; name another one, or add --force`);
}

/** Writes the texts to stdout, or a file whole or not at all. */
export function writeOutput(output: string | null, texts: AsyncIterable<string>): Promise<void> {
  return output === null ? print(texts) : write(output, texts);
}

async function print(texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) if (!(await stdout.write(text))) return;
}

async function write(path: string, texts: AsyncIterable<string>): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  const file = await open(partial, 'wx', 0o600);
  await whilePartial([partial], async () => {
    try {
      await pipeline(texts, file.createWriteStream());
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  });
}
