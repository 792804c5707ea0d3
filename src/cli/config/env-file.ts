import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type OptionSpec, UsageError } from '../command.ts';
import { NOT_UTF_8 } from './read-text-file.ts';

/**
 * The option `--env`, which names a file with environment variables. Node takes an option of the older name for its own, wherever it stands,
 * and stops with status 9 where there is no such file.
 */
export const ENV_OPTION: OptionSpec = {
  value: '<file>',
  help: 'a file with environment variables, such as .env; variables that are already set stay',
  formerly: 'env-file',
};

/**
 * Sets what the file that `--env` names has and the environment has not. Node's `loadEnvFile` takes the mark with which an editor on Windows
 * begins a file for a part of the first name, and calls a file missing that this user may not read. Throws `UsageError` where there is none, or
 * it cannot be read.
 */
export function readEnvFile(path: string | undefined): void {
  if (path === undefined) return;
  const file = resolve(path);
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) throw new UsageError(`--env: there is no file ${file}; make it, or correct the path`);
  if (there.isDirectory()) throw new UsageError(`--env: ${file} is a folder: name the file in it, such as .env`);
  for (const [name, value] of Object.entries(parseEnv(textIn(file)))) process.env[name] ??= value;
}

/** What to add to the command where the message is of a variable that is not set, and the `.env` of this folder has it; else nothing. */
export function envFileAdvice(message: string): string {
  const name = / the environment variable (\S+) is not set$/.exec(message)?.[1];
  if (name === undefined || process.env[name] !== undefined) return '';
  try {
    return parseEnv(textIn('.env'))[name] ? ': .env has it, so add --env .env' : '';
  } catch {
    // There is none, or none that this user can read.
    return '';
  }
}

function textIn(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--env: ${file} cannot be read: ${reason}`);
  }
  if (text.includes('\0')) throw new UsageError(`--env: ${file} ${NOT_UTF_8}`);
  return text.replace(/^\uFEFF/, '');
}
