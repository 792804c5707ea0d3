import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** A browser that this machine does not have: the message says what to install, in one line. */
export class NotInstalled extends Error {
  override readonly name = 'NotInstalled';
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The first of these paths at which there is something. */
export async function firstOf(paths: string[]): Promise<string | undefined> {
  for (const path of paths) if (await exists(path)) return path;
  return undefined;
}

/** Every path at which one of these commands would be looked for, in the order of `PATH`. */
export const onPath = (...commands: string[]): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => commands.map((name) => join(folder, name)));

/** The path that the environment variable holds. Throws where there is no such file, since another browser is not what was asked for. */
export async function named(variable: string): Promise<string | undefined> {
  const path = process.env[variable];
  if (!path || (await exists(path))) return path || undefined;
  throw new Error(
    `${variable} is ${path}, but there is no such file. Correct it, or unset it to have a browser looked for.`,
  );
}
