import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OptionSpec, OptionValues } from '../command.ts';
import { whilePartial } from './partial.ts';
import { stdout } from './stdout.ts';

/** Where a command writes to. */
export const OUTPUT_OPTIONS: Record<string, OptionSpec> = {
  force: { help: 'replace an existing file' },
  output: { value: '<file>', help: 'the file to write, readable only by you; by default stdout' },
};

/** Where the options want it written: a path, or null for stdout. Throws if there is a file that is not to be replaced. */
export function readOutput({ output, force }: OptionValues): string | null {
  if (output !== undefined && force === undefined && existsSync(output)) {
    throw new Error(`there is a file ${resolve(output)} already; name another one, or add --force`);
  }
  return output === undefined ? null : resolve(output);
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
