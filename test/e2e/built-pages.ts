import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { PAGES, PAGES_ROOT } from '../../demo/pages.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The pages of the demo in files. */
export interface BuiltPages {
  folder: string;
  remove: () => Promise<void>;
}

/** How they are built: for a static server, as `npm run build:demo` does it, or for the servers that `npm start` has behind them. */
const KINDS = {
  static: (outDir: string) => build({ configFile: fromHere('../../demo/build.config.ts'), build: { outDir } }),
  live: (outDir: string) =>
    build({
      configFile: fromHere('../../demo/vite.config.ts'),
      build: {
        target: 'es2022',
        outDir,
        rolldownOptions: { input: [...PAGES, 'who-is-asking.html'].map((page) => PAGES_ROOT + page) },
      },
    }),
};

export type Kind = keyof typeof KINDS;

/** The folder that a run of many files has them in, which are then built once for all of them. */
const SHARED = 'TEST_PAGES';

/** The pages of a kind: those of the run, or new ones. */
export async function builtPages(kind: Kind): Promise<BuiltPages> {
  const shared = process.env[SHARED];
  if (shared !== undefined) return { folder: join(shared, kind), remove: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'rewards-pages-'));
  await KINDS[kind](folder);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Builds all kinds for the processes that this one starts from now on. */
export async function buildPages(): Promise<BuiltPages> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-pages-'));
  // oxlint-disable-next-line no-await-in-loop -- both want all cores
  for (const [kind, make] of Object.entries(KINDS)) await make(join(folder, kind));
  process.env[SHARED] = folder;
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
