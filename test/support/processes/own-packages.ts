import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The two packages as they would be published, written by the build. */
export const OWN_PACKAGES = ['rewards-elements', 'rewards-proxy'] as const;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Where a package is that is installed here, or was built here. */
export function folderOf(name: string): string {
  return join(ROOT, OWN_PACKAGES.some((own) => own === name) ? 'dist/packages' : 'node_modules', name);
}

/** Links packages into a project as if it had installed them: ours as they were built, others from this repository. */
export async function linkPackages(project: string, names: readonly string[] = OWN_PACKAGES): Promise<void> {
  for (const name of names) {
    const path = join(project, 'node_modules', name);
    // oxlint-disable-next-line no-await-in-loop -- two or three
    await mkdir(dirname(path), { recursive: true });
    // oxlint-disable-next-line no-await-in-loop
    await symlink(folderOf(name), path);
  }
}
