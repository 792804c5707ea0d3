import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type OptionSpec, UsageError } from '../command.ts';
import { NOT_UTF_8 } from './read-text-file.ts';

/**
 * The option `--env`, which names a file with environment variables: it is read before the command runs. The older name, `--env-file`, is also
 * an option of Node, which reads it wherever it stands and exits with status 9 if the file is missing.
 */
export const ENV_OPTION: OptionSpec = {
  value: '<file>',
  help: 'a file with environment variables, such as .env; variables that are already set stay',
  formerly: 'env-file',
};

/**
 * Sets the variables of the file that are not set in the environment yet. Node's `loadEnvFile` is not used: it reads a byte order mark as a
 * part of the first name, and reports a file without read permission as missing. Throws `UsageError` if the file is missing or cannot be read.
 */
export function readEnvFile(path: string | undefined): void {
  if (path === undefined) return;
  const file = resolve(path);
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) throw new UsageError(`--env: there is no file ${file}; make it, or correct the path`);
  if (there.isDirectory()) throw new UsageError(`--env: ${file} is a folder: name the file in it, such as .env`);
  for (const [name, value] of Object.entries(parseEnv(textIn(file)))) process.env[name] ??= value;
}

/** Advice to add `--env`, if the message is about a variable that is not set and the `.env` of this folder has it; otherwise empty. */
export function envFileAdvice(message: string): string {
  const name = / the environment variable (\S+) is not set$/.exec(message)?.[1];
  if (name === undefined || process.env[name] !== undefined) return '';
  return isInEnvFile(name) ? ': .env has it, so add --env .env' : '';
}

/** Whether the `.env` of this folder has a value for the variable. */
export function isInEnvFile(name: string): boolean {
  try {
    return Boolean(parseEnv(textIn('.env'))[name]);
  } catch {
    // There is no .env, or this user cannot read it.
    return false;
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
