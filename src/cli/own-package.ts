import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isRecord } from '../contract/guard.ts';

const NAME = 'rewards-proxy';
/** What configs import that were written when there was one package for all. */
const FORMER = 'rewards-elements/proxy';
/** Where the package's manifest stands in the repository, whose own package.json is that of both packages. */
const IN_REPOSITORY = 'build/packages/rewards-proxy.json';
const root = ownManifest();
const manifest = readManifest(root);
const { exports } = manifest['name'] === NAME ? manifest : readManifest(new URL(IN_REPOSITORY, root));

/** The nearest above this file. `findPackageJSON` of Node.js does not see into the archives in which Yarn Plug'n'Play has packages. */
function ownManifest(): URL {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) return file;
    if (folder.pathname === new URL('..', folder).pathname)
      throw new Error(`${NAME} is not installed whole: its package.json is missing`);
  }
}

function readManifest(file: URL): Record<string, unknown> {
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isRecord(found) ? found : {};
}

/** The version of this package. */
export function ownVersion(): string {
  return String(manifest['version']);
}

/** A file or folder of this package, by its path from package.json. */
export function packageFile(relative: string): URL {
  return new URL(relative, root);
}

/**
 * Makes `rewards-proxy` and all below it mean this very package for whatever is imported until the returned function is
 * called. A config may lie anywhere, also where the package is not installed.
 */
export function resolveOwnPackage(): () => void {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const url = ownModule(specifier);
      return url === undefined ? next(specifier, context) : { ...next(url, context), shortCircuit: true };
    },
  });
  return () => hooks.deregister();
}

/**
 * The file that a subpath of the package means. Run from its sources, the package is its sources. As it is built, the command has
 * some modules within its own files.
 */
function ownModule(specifier: string): string | undefined {
  const wanted = specifier === FORMER ? NAME : specifier;
  if (!isRecord(exports) || !`${wanted}/`.startsWith(`${NAME}/`)) return undefined;
  const entry = exports[wanted.replace(NAME, '.')];
  if (!isRecord(entry) || typeof entry['default'] !== 'string') return undefined;
  const target = entry['default'];
  if (import.meta.url.endsWith('.ts'))
    return packageFile(target.replace('./dist/', './src/').replace(/\.js$/, '.ts')).href;
  const bundled = packageFile(target.replace('./dist/', './dist/cli/'));
  return (existsSync(bundled) ? bundled : packageFile(target)).href;
}
