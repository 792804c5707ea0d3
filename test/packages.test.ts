import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../build/manifest/schema.ts';
import { PACKAGES } from '../build/packages/manifests.ts';
import manifest from '../package.json' with { type: 'json' };

const WRITTEN = fileURLToPath(new URL('../dist/packages/', import.meta.url));
const VERSIONS: Record<string, string> = { ...manifest.devDependencies, ...manifest.dependencies };

/** What has other packages in it: scripts for browsers, and the command, each with one of those. */
const BUNDLES = {
  'dist/cdn': 'lit-html',
  'dist/desk/page': 'lit-html',
  'dist/emulator/console': 'lit-html',
  'dist/cli': 'zod',
};

/** What another file of the package is imported by, with a path that begins with a dot. */
const IMPORTED = /^(?<bare>import) ["'](?<loaded>\.[^"']+)["']|(?:\bfrom |\bimport\()["'](?<path>\.[^"']+)["']/gm;

interface Written {
  version: string;
  bin?: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
  dependencies: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional: boolean }>;
  sideEffects: string[];
  types?: string;
  typesVersions: { '*': Record<string, string[]> };
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

    it('has the files that its own import, and says which of them have effects when they are', () => {
      const { exports, sideEffects } = read();
      const effective = new Set(sideEffects.flatMap((path) => globSync(path, { cwd: folder })));
      // What a page imports to have it, and takes nothing from.
      const loaded = Object.entries(exports).flatMap(([path, target]) => {
        const file = typeof target === 'string' ? target : (target['default'] ?? '');
        return /^\.\/(?:cdn|themes)\/|\/(?:define|debug)$/.test(path) ? [join(file)] : [];
      });
      const lacking = new Set<string>();
      for (const file of globSync('dist/!(cdn|cli)/**/*.js', { cwd: folder })) {
        for (const { groups } of readFileSync(join(folder, file), 'utf8').matchAll(IMPORTED)) {
          const path = join(dirname(file), groups?.['path'] ?? groups?.['loaded'] ?? '');
          if (!existsSync(join(folder, path))) lacking.add(path);
          if (groups?.['bare'] && file.startsWith(join('dist/elements/'))) loaded.push(path);
        }
      }
      assert.deepEqual([...lacking], []);
      assert.deepEqual(
        loaded.filter((path) => !effective.has(path)),
        [],
      );
    });

    it('tells a TypeScript that knows of no exports where all types are', () => {
      const { exports, types, typesVersions } = read();
      const typed = Object.entries(exports).flatMap(([path, target]) =>
        typeof target === 'string' ? [] : [[path, target['types']]],
      );
      const told = Object.entries(typesVersions['*']).map(([path, [first]]) => [`./${path}`, first]);
      assert.deepEqual([...(types === undefined ? [] : [['.', types]]), ...told], typed);
    });

    it('has none of the files that are left out', () => {
      const left = files.filter((path) => path.startsWith('!')).map((path) => path.slice(1));
      assert.deepEqual(
        left.flatMap((path) => globSync(path, { cwd: folder })),
        [],
      );
    });

    it('has the licenses of what its bundles bring of other packages beside them', () => {
      const bundles = Object.entries(BUNDLES).filter(([path]) => existsSync(join(folder, path)));
      const lacking = bundles.filter(([path, brought]) => {
        const licenses = join(folder, path, 'licenses.md');
        const license = new RegExp(`^## ${brought} .*^Copyright`, 'ms');
        return !existsSync(licenses) || !license.test(readFileSync(licenses, 'utf8'));
      });
      assert.ok(bundles.some(([path]) => path === 'dist/cdn'));
      assert.deepEqual(lacking, []);
    });

    it('has the hash of each of its scripts for browsers', () => {
      const cdn = join(folder, 'dist/cdn');
      const hashes: Record<string, string> = JSON.parse(readFileSync(join(cdn, 'integrity.json'), 'utf8'));
      const wrong = globSync('**/*.js', { cwd: cdn }).filter((file) => {
        const hash = createHash('sha384').update(readFileSync(join(cdn, file)));
        return hashes[file] !== `sha384-${hash.digest('base64')}`;
      });
      assert.deepEqual(wrong, []);
    });

    it('can share what it needs with others that need a later version', () => {
      const { version, dependencies: needed, peerDependencies = {}, peerDependenciesMeta = {} } = read();
      assert.equal(version, manifest.version);
      const ranges = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, `^${VERSIONS[one]}`]));
      assert.deepEqual(needed, ranges(dependencies));
      assert.deepEqual(peerDependencies, ranges(optionalPeers));
      assert.deepEqual(peerDependenciesMeta, Object.fromEntries(optionalPeers.map((one) => [one, { optional: true }])));
    });
  });
}

describe('what is published of the elements for tools', () => {
  const textOf = (path: string) => readFileSync(join(WRITTEN, 'rewards-elements', path), 'utf8');

  it('says which module registers each of them', () => {
    const { modules }: Manifest = JSON.parse(textOf('dist/custom-elements.json'));
    const defining = modules.filter((one) => one.exports.some(({ kind }) => kind === 'custom-element-definition'));
    assert.equal(defining.length, 5);
    assert.deepEqual(
      defining.filter(({ path }) => !/^Rewards\w+\.define\(\);$/m.test(textOf(path))),
      [],
    );
  });

  for (const [framework, property, event] of [
    ['react', 'getMemberToken', 'onrewards-granted'],
    ['preact', 'getMemberToken', 'onrewards-granted'],
    ['solid', 'prop:getMemberToken', 'on:rewards-granted'],
    ['svelte', 'getMemberToken', 'onrewards-granted'],
    ['vue', 'getMemberToken', 'onRewardsGranted'],
  ] as const) {
    it(`has the names by which templates set and hear them: ${framework}`, () => {
      const text = textOf(`dist/elements/${framework}.d.ts`);
      assert.match(text, new RegExp(`^'${property}'\\?: GetMemberToken`, 'm'));
      assert.match(text, new RegExp(`^'${event}'\\?: \\(event: RewardsGrantedEvent\\) => void`, 'm'));
    });
  }
});
