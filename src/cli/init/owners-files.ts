import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Framework } from './frameworks/index.ts';
import { ignored } from './ignored.ts';
import type { Site } from './site.ts';
import { envFile } from './templates/env-file.ts';
import type { NewFile } from './write-files.ts';

const FOR_OWNER_ALONE = 0o600;
const VARIABLES = ['REWARDS_BASE_URL', 'REWARDS_API_KEY'];
const DATABASE = 'REWARDS_DB';

/** `.env` and `.gitignore`, in which there may be more than this package's. */
export interface OwnersFiles {
  /** What is to be written of them, by their paths. */
  files: Record<string, NewFile>;
  /** The `.env` that is there stays as it is: whether it has what a first run needs. Null if it is written. */
  env: 'complete' | 'lacking' | null;
}

/** What becomes of the two: an `.env` is written where there is none, and a `.gitignore` gets the lines that it lacks. */
export async function ownersFiles(folder: string, { ignores = [] }: Framework, site: Site): Promise<OwnersFiles> {
  const files: Record<string, NewFile> = {};
  const env = await read(join(folder, '.env'));
  if (env === null) files['.env'] = { text: envFile(site), mode: FOR_OWNER_ALONE };
  const lines = await read(join(folder, '.gitignore'));
  const text = typeof lines === 'symbol' ? null : ignored(lines, ignores);
  if (text !== null) files['.gitignore'] = { text };
  if (env === null) return { files, env };
  const values = typeof env === 'symbol' ? {} : parseEnv(env);
  const wanted = site.ledger === 'postgres' ? [...VARIABLES, DATABASE] : VARIABLES;
  return { files, env: wanted.every((name) => values[name]) ? 'complete' : 'lacking' };
}

/** What the example is called where `.env.example` is the project's own, and has nothing of this package. Undefined elsewhere. */
export async function otherExample(folder: string): Promise<string | undefined> {
  const text = await read(join(folder, '.env.example'));
  const isOwn = typeof text === 'string' && VARIABLES.every((name) => parseEnv(text)[name] === undefined);
  return isOwn ? '.env.rewards.example' : undefined;
}

/** Something stands there that is no file, and is left alone. */
const NO_FILE = Symbol('no file');

/** The text of a file; null if there is nothing. */
async function read(path: string): Promise<string | typeof NO_FILE | null> {
  const there = await lstat(path).catch(() => null);
  if (there === null) return null;
  return there.isFile() ? readFile(path, 'utf8') : NO_FILE;
}
