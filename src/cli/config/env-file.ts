import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type OptionSpec, UsageError } from '../command.ts';

/**
 * The option `--env`, which names a file with environment variables. Node takes an option of the older name for its own, wherever it stands,
 * and stops with status 9 where there is no such file.
 */
export const ENV_OPTION: OptionSpec = {
  value: '<file>',
  help: 'a file with environment variables, such as .env; variables that are already set stay',
  formerly: 'env-file',
};

/** Sets what the file that `--env` names has and the environment has not. Throws `UsageError` if there is none, or it cannot be read. */
export function readEnvFile(path: string | undefined): void {
  if (path === undefined) return;
  const file = resolve(path);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`--env: there is no file ${file}; make it, or correct the path`);
  }
  try {
    loadEnvFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--env: ${file} cannot be read: ${reason}`);
  }
}
