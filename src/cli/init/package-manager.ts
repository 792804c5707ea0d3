import { detect } from 'package-manager-detector/detect';
import { findAbove } from './find-above.ts';

/** What is typed to add packages to a project, and to start their programs. */
export interface PackageManager {
  add: string;
  /** The same for packages that are needed only while one develops. */
  addDev: string;
  /** What to type, in its own commands: of others, npx may not be there, or ask the registry for a stranger's program. */
  typed: (steps: string) => string;
}

const NPM: PackageManager = { add: 'npm install', addDev: 'npm install --save-dev', typed: (steps) => steps };

const OF_PROJECT = /\bnpx (?=(?:rewards|astro|next|nuxt|vite|wrangler) )/g;

const byPnpm = (steps: string) =>
  steps
    .replaceAll(OF_PROJECT, 'pnpm exec ')
    .replaceAll(/\bnpx (?:--yes )?/g, 'pnpm dlx ')
    .replaceAll(/\bnpm (?=run |create )/g, 'pnpm ');

/** What Yarn 1 cannot run, which has no `dlx`, stays with npx. */
const byYarn = (steps: string) =>
  steps
    .replaceAll(OF_PROJECT, 'yarn ')
    .replaceAll('npm run ', 'yarn run ')
    .replaceAll(/\b(?:npm create |npx create-)(\S+)@latest/g, 'yarn create $1');

const byBun = (steps: string) =>
  steps
    .replaceAll(/\bnpx (?:--yes )?/g, 'bunx ')
    .replaceAll(/\bnpm (?=run |create )/g, 'bun ')
    .replaceAll('npm pkg ', 'bun pm pkg ');

/** Those that npm leaves a project of in disorder. */
const OTHERS: Partial<Record<string, PackageManager>> = {
  pnpm: { add: 'pnpm add', addDev: 'pnpm add --save-dev', typed: byPnpm },
  yarn: { add: 'yarn add', addDev: 'yarn add --dev', typed: byYarn },
  bun: { add: 'bun add', addDev: 'bun add --dev', typed: byBun },
};

/** Of Yarn Plug'n'Play, which has no `node_modules`. */
const PLUG_AND_PLAY = '.pnp.cjs';

/** Node alone would find no package. */
const byPlugAndPlay = (steps: string) => byYarn(steps).replaceAll(/^( *)node (?=--env-file)/gm, '$1yarn node ');

/** The one of the project that a folder belongs to, by the nearest lockfile or package.json that tells. */
export async function packageManagerAt(folder: string): Promise<PackageManager> {
  const found = await detect({ cwd: folder });
  const manager = (found && OTHERS[found.name]) ?? NPM;
  // A workspace has it at its root.
  const isPlugAndPlay = found?.name === 'yarn' && findAbove(folder, PLUG_AND_PLAY) !== null;
  return isPlugAndPlay ? { ...manager, typed: byPlugAndPlay } : manager;
}
