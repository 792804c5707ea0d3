import { detect } from 'package-manager-detector/detect';

/** What is typed to add packages to a project. */
export interface PackageManager {
  add: string;
  /** The same for packages that are needed only while one develops. */
  addDev: string;
}

const NPM: PackageManager = { add: 'npm install', addDev: 'npm install --save-dev' };

/** Those that npm leaves a project of in disorder. */
const OTHERS: Partial<Record<string, PackageManager>> = {
  pnpm: { add: 'pnpm add', addDev: 'pnpm add --save-dev' },
  yarn: { add: 'yarn add', addDev: 'yarn add --dev' },
  bun: { add: 'bun add', addDev: 'bun add --dev' },
};

/** The one of the project that a folder belongs to, by the nearest lockfile or package.json that tells. */
export async function packageManagerAt(folder: string): Promise<PackageManager> {
  const found = await detect({ cwd: folder });
  return (found && OTHERS[found.name]) ?? NPM;
}
