import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import type { OptionSpec } from './command.ts';

/** The option that names a file with environment variables. */
export const ENV_FILE_OPTION: OptionSpec = {
  value: '<file>',
  help: 'a file with environment variables, such as .env; those that are set already stay',
};

/** Sets what the file that `--env-file` names has and the environment has not. Throws one line where it cannot be read. */
export function readEnvFile(path: string | undefined): void {
  if (path === undefined) return;
  const file = resolve(path);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`--env-file: there is no file ${file}; make it, or correct the path`);
  }
  try {
    loadEnvFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`--env-file: ${file} cannot be read: ${reason}`, { cause: error });
  }
}
