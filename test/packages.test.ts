import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from '../build/packages/manifests.ts';
import manifest from '../package.json' with { type: 'json' };

const WRITTEN = fileURLToPath(new URL('../dist/packages/', import.meta.url));
const VERSIONS: Record<string, string> = { ...manifest.devDependencies, ...manifest.dependencies };

interface Written {
  version: string;
  bin?: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
  dependencies: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

for (const { name, files, dependencies, optionalPeers = [] } of PACKAGES) {
  const folder = join(WRITTEN, name);
  const read = (): Written => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

  describe(`what is published as ${name}`, () => {
    it('has the files that its package.json names, and what npm packs of any', () => {
      const { bin = {}, exports } = read();
      const named = Object.values(exports).flatMap((target) =>
        typeof target === 'string' ? [target] : Object.values(target),
      );
      const all = [...named, ...Object.values(bin), 'README.md', 'LICENSE'];
      const lacking = all.filter((path) =>
        path.includes('*') ? globSync(path, { cwd: folder }).length === 0 : !existsSync(join(folder, path)),
      );
      assert.deepEqual(lacking, []);
    });

    it('has none of the files that are left out', () => {
      const left = files.filter((path) => path.startsWith('!')).map((path) => path.slice(1));
      assert.deepEqual(
        left.flatMap((path) => globSync(path, { cwd: folder })),
        [],
      );
    });

    it('can share what it needs with others that need a later version', () => {
      const { version, dependencies: needed, peerDependencies = {} } = read();
      assert.equal(version, manifest.version);
      const ranges = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, `^${VERSIONS[one]}`]));
      assert.deepEqual(needed, ranges(dependencies));
      assert.deepEqual(peerDependencies, ranges(optionalPeers));
    });
  });
}
