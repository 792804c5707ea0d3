import type { Served } from './host.ts';

type Placed = Pick<Served, 'inWorkspace'>;

const PROGRAMS = 'node_modules/.bin';

/** The root of the project's workspace from its folder; that folder itself where it is in none. */
export function upToRoot({ inWorkspace }: Placed): string {
  return inWorkspace.replaceAll(/[^/]+/g, '..') || '.';
}

/** A file of the project's folder from that root. */
export function fromRoot({ inWorkspace }: Placed, file: string): string {
  return inWorkspace === '' ? file : `${inWorkspace}/${file}`;
}

/** Where programs are found in a workspace whose root is at `root`: by the package or by the root, as the package manager likes. */
export function programFolders(root: string, { inWorkspace }: Placed): string {
  return `${root}/${inWorkspace}/${PROGRAMS}:${root}/${PROGRAMS}`;
}

/** A program's name, where those folders are searched. */
export function programName(program: string): string {
  return program.replace(`${PROGRAMS}/`, '');
}
