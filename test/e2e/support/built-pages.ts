import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ASKING_PAGE, PAGES, PAGES_ROOT } from '../../../demo/pages.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages of the demo in files. */
export interface BuiltPages {
  folder: string;
  remove: () => Promise<void>;
}

/** How they are built: for a static server, as `npm run build:demo` does it, or for the servers that `npm start` has behind them. */
const KINDS = {
  static: (outDir: string) =>
    build({ configFile: fromHere('../../../demo/build.config.ts'), build: { outDir, emptyOutDir: true } }),
  live: (outDir: string) =>
    build({
      configFile: fromHere('../../../demo/vite.config.ts'),
      build: {
        target: 'es2022',
        outDir,
        emptyOutDir: true,
        rolldownOptions: { input: [...PAGES, ASKING_PAGE].map((page) => PAGES_ROOT + page) },
      },
    }),
};

export type Kind = keyof typeof KINDS;

/** Builds them. Vite says in the environment that this is production, which is not so for what this process starts later. */
async function make(kind: Kind, folder: string): Promise<void> {
  const { NODE_ENV } = process.env;
  try {
    await KINDS[kind](folder);
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

/** The folder that a run of many files has them in, which are then built once for all of them. */
const SHARED = 'TEST_PAGES';

/** The pages of a kind: those of the run, or new ones. */
export async function builtPages(kind: Kind): Promise<BuiltPages> {
  const shared = process.env[SHARED];
  if (shared !== undefined) return { folder: join(shared, kind), remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'rewards-pages-'));
  await make(kind, folder);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Builds all kinds into the folder. */
export async function buildPagesInto(folder: string): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- both want all cores
  for (const kind of ['static', 'live'] as const) await make(kind, join(folder, kind));
}

/** Gives a folder to the processes that this one starts from now on, for the pages that all of them share. */
export async function sharePages(): Promise<BuiltPages> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-pages-'));
  process.env[SHARED] = folder;
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
