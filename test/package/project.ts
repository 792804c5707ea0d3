import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Where the repository has the commands that it installs. */
export const TOOLS = join(REPOSITORY, 'node_modules/.bin');
const TYPES = join(REPOSITORY, 'node_modules/@types');
const OPTIONS = `--noEmit --declaration --strict --module nodenext --target es2024 --lib es2024,dom --jsx react-jsx --skipLibCheck false`;

/** A package as npm packed it. */
export interface Packed {
  name: string;
  tarball: string;
  /** The paths in it. */
  files: ReadonlySet<string>;
  manifest: { exports: Record<string, unknown>; customElements?: string; 'web-types'?: string };
}

/** Packs a package that the build wrote into the folder. */
export function pack(name: string, folder: string): Packed {
  const source = join(REPOSITORY, 'dist/packages', name);
  const args = ['pack', source, '--json', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' })) as [
    { filename: string; files: { path: string }[] },
  ];
  return {
    name,
    tarball: join(folder, filename),
    files: new Set(files.map(({ path }) => path)),
    manifest: JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Packed['manifest'],
  };
}

/** An empty project of somebody else's, in which packages are installed and used. */
export class Project implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'rewards-package-'));

  constructor() {
    this.write('package.json', JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  }

  install(...packages: readonly Packed[]): void {
    this.run(
      'npm',
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      ...packages.map(({ tarball }) => tarball),
    );
  }

  /** How many packages are installed, and how many bytes all their files have. */
  weigh(): { packages: number; bytes: number } {
    const paths = globSync('node_modules/**', { cwd: this.folder }).map((path) => join(this.folder, path));
    const files = paths.map((path) => statSync(path)).filter((file) => file.isFile());
    const lock = JSON.parse(readFileSync(join(this.folder, 'package-lock.json'), 'utf8')) as { packages: object };
    return { packages: Object.keys(lock.packages).length - 1, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /** Runs a module with the repository's Node. */
  evaluate(module: string): void {
    this.run(join(TOOLS, 'node'), '--input-type=module', '--eval', module);
  }

  /** Checks a file on its own, so that it does not get its types from what another one imports. */
  checkTypes(file: string): void {
    this.run(join(TOOLS, 'tsc'), ...OPTIONS.split(' '), '--typeRoots', TYPES, '--types', 'node', file);
  }

  run(command: string, ...args: readonly string[]): string {
    return execFileSync(command, args, { cwd: this.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
