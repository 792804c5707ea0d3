import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import type { Manifest } from '../build/manifest/schema.ts';
import { PACKAGES } from '../build/packages/manifests.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const REPORT = join(ROOT, 'build/packages/public-names.txt');

/** The names that a module exports, each once; types with the word before them. */
function namesOf(file: string, code = readFileSync(file, 'utf8')): string[] {
  const names = new Set<string>();
  for (const { entries } of parseSync(file, code).module.staticExports) {
    for (const { exportName, importName, isType, moduleRequest } of entries) {
      if (exportName.kind === 'Name') names.add(`${isType ? 'type ' : ''}${exportName.name}`);
      else if (importName.kind === 'AllButDefault' && moduleRequest)
        for (const name of namesOf(join(dirname(file), moduleRequest.value))) names.add(name);
    }
  }
  return [...names].toSorted((a, b) => a.replace('type ', '').localeCompare(b.replace('type ', ''), 'en'));
}

/** The source of an entry, or undefined where it is no script, or one made by the build. */
function sourceOf(target: string | { types: string }): string | undefined {
  const types = typeof target === 'string' ? target : target.types;
  const file = join(ROOT, types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts'));
  return file.endsWith('.ts') && existsSync(file) ? file : undefined;
}

/** The declarations that were built for an entry, and all of ours that they lead to. */
function declarationsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import\() ?['"](\.[^'"]*)\.(?:js|ts)['"]/g,
  )) {
    declarationsOf(join(dirname(file), `${path}.d.ts`), found);
  }
  return found;
}

describe('what the packages export', () => {
  it('is what the report says, so that nobody changes it unawares', () => {
    const entries = PACKAGES.flatMap(({ name, exports }) =>
      Object.entries(exports).flatMap(([path, target]) => {
        const source = sourceOf(target);
        return source && !path.startsWith('./cdn/') ? [[name + path.slice(1), namesOf(source)] as const] : [];
      }),
    );
    const report = entries
      .map(([entry, names]) => [entry, ...names.map((name) => `  ${name}`)].join('\n'))
      .join('\n\n');
    if (process.env['UPDATE_PUBLIC_NAMES']) writeFileSync(REPORT, `${report}\n`);
    assert.equal(
      `${report}\n`,
      readFileSync(REPORT, 'utf8'),
      'if that is meant, say so with UPDATE_PUBLIC_NAMES=1 node --test test/public-names.test.ts, and in CHANGELOG.md',
    );
  });

  it('has types that TypeScript understood before 5.7, too', () => {
    for (const { name, exports } of PACKAGES) {
      const entries = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.types]));
      const files = entries.filter((types) => types.endsWith('.d.ts')).map((types) => join(ROOT, types));
      const reached = new Set(files.flatMap((file) => [...declarationsOf(file)]));
      assert.ok(reached.size > files.length, name);
      for (const file of reached) assert.doesNotMatch(readFileSync(file, 'utf8'), /\bUint8Array</, file);
    }
  });

  it('names attributes as tools such as lit-analyzer read them in types, where properties have other names', () => {
    const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'dist/custom-elements.json'), 'utf8'));
    const types = readFileSync(join(ROOT, 'dist/elements/shared/claim-element.d.ts'), 'utf8');
    const attributes = manifest.modules
      .flatMap(({ declarations }) => declarations.flatMap((one) => one.attributes ?? []))
      .filter(({ name, fieldName }) => name !== fieldName);
    assert.ok(attributes.length > 0);
    for (const { name, fieldName } of attributes) {
      assert.match(types, new RegExp(`@attr ${name}\\s+(?:\\* )?\\*/\\s+${fieldName}\\??:`));
    }
  });

  it('is found in every form of export', () => {
    const code = `export { a, type B } from './b.ts';
      export type { C } from './c.ts';
      export const d = 1, e = 2;
      export interface F {}
      export type G = string;
      export class H {}
      export async function i() {}
      const j = 1;
      export { j as k };`;
    const all = namesOf(join(ROOT, 'test/names.ts'), code);
    assert.deepEqual(all, ['a', 'type B', 'type C', 'd', 'e', 'type F', 'type G', 'H', 'i', 'k']);
    const through = namesOf(join(ROOT, 'src/proxy/x.ts'), "export * from './adapters/node.ts';");
    assert.ok(through.includes('toNodeListener'));
  });
});
