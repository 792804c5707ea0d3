import { detect } from 'package-manager-detector/detect';
import { findAbove } from './find-above.ts';

/** What is typed to add packages to a project. */
export interface PackageManager {
  add: string;
  /** The same for packages that are needed only while one develops. */
  addDev: string;
  /** What to do next, with the project's programs as they are started in it. */
  typed?: (steps: string) => string;
}

const NPM: PackageManager = { add: 'npm install', addDev: 'npm install --save-dev' };

/** Those that npm leaves a project of in disorder. */
const OTHERS: Partial<Record<string, PackageManager>> = {
  pnpm: { add: 'pnpm add', addDev: 'pnpm add --save-dev' },
  yarn: { add: 'yarn add', addDev: 'yarn add --dev' },
  bun: { add: 'bun add', addDev: 'bun add --dev' },
};

/** Of Yarn Plug'n'Play, which has no `node_modules`. */
const PLUG_AND_PLAY = '.pnp.cjs';

/** npx would ask the registry for a program of that name, which may be a stranger's, and Node alone would find no package. */
const byYarn = (steps: string) =>
  steps
    .replaceAll(/\bnpx (?=(?:rewards|astro|next|nuxt|vite|wrangler) )/g, 'yarn ')
    .replaceAll(/^( *)node (?=--env-file)/gm, '$1yarn node ')
    .replaceAll('npm run ', 'yarn run ');

/** The one of the project that a folder belongs to, by the nearest lockfile or package.json that tells. */
export async function packageManagerAt(folder: string): Promise<PackageManager> {
  const found = await detect({ cwd: folder });
  const manager = (found && OTHERS[found.name]) ?? NPM;
  // A workspace has it at its root.
  const isPlugAndPlay = found?.name === 'yarn' && findAbove(folder, PLUG_AND_PLAY) !== null;
  return isPlugAndPlay ? { ...manager, typed: byYarn } : manager;
}
