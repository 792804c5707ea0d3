import { detect } from 'package-manager-detector/detect';
import { findAbove } from './find-above.ts';

/** What is typed to add packages to a project, and to start their programs. */
export interface PackageManager {
  add: string;
  /** The same for packages that are needed only while one develops. */
  addDev: string;
  /** What to type, in its own commands: of others, npx may not be there, or ask the registry for a stranger's program. */
  typed: (steps: string) => string;
  /** Has an image install what the lockfile names, as lines of its Dockerfile that also copy into it the project, or its whole workspace. */
  image: (isWorkspace: boolean) => string;
}

const NPM_CI = 'RUN npm ci --omit=dev';

export const NPM: PackageManager = {
  add: 'npm install',
  addDev: 'npm install --save-dev',
  typed: (steps) => steps,
  // In a workspace each package has a package.json.
  image: (isWorkspace) => (isWorkspace ? `COPY . .\n${NPM_CI}` : `COPY package*.json ./\n${NPM_CI}\nCOPY . .`),
};

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

/** The same by a package that npm has, and with all the files in which a manager may be set up. */
const imageBy = (name: string, install: string) => () =>
  `RUN npm install --global ${name}\nCOPY . .\nRUN ${install} --frozen-lockfile`;

/** Those that npm leaves a project of in disorder. */
const OTHERS: Partial<Record<string, PackageManager>> = {
  pnpm: {
    add: 'pnpm add',
    addDev: 'pnpm add --save-dev',
    typed: byPnpm,
    image: imageBy('pnpm', 'pnpm install --prod'),
  },
  // Yarn 1 and later ones leave out in different ways what is needed only while one develops.
  yarn: {
    add: 'yarn add',
    addDev: 'yarn add --dev',
    typed: byYarn,
    image: imageBy('corepack', 'corepack yarn install'),
  },
  bun: { add: 'bun add', addDev: 'bun add --dev', typed: byBun, image: imageBy('bun', 'bun install --production') },
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
