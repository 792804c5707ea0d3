import { readFileSync } from 'node:fs';
import { findPackageJSON, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../contract/guard.ts';

const NAME = 'rewards-elements';
const path = findPackageJSON('..', import.meta.url);
if (path === undefined) throw new Error(`${NAME} is not installed whole: its package.json is missing`);
const root = pathToFileURL(path);
const manifest: unknown = JSON.parse(readFileSync(root, 'utf8'));

/** The version of this package. */
export function ownVersion(): string {
  return isRecord(manifest) ? String(manifest['version']) : '';
}

/** A file or folder of this package, by its path from package.json. */
export function packageFile(relative: string): URL {
  return new URL(relative, root);
}

/**
 * Makes `rewards-elements` and all below it mean this very package for whatever is imported until the returned function is
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

/** The file that a subpath of the package means. Run from its sources, the package is its sources. */
function ownModule(specifier: string): string | undefined {
  if (!specifier.startsWith(`${NAME}/`) || !isRecord(manifest) || !isRecord(manifest['exports'])) return undefined;
  const entry = manifest['exports'][specifier.replace(NAME, '.')];
  if (!isRecord(entry) || typeof entry['default'] !== 'string') return undefined;
  const target = import.meta.url.endsWith('.ts')
    ? entry['default'].replace('./dist/', './src/').replace(/\.js$/, '.ts')
    : entry['default'];
  return new URL(target, root).href;
}
