import { globSync, readFileSync } from 'node:fs';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import type { Manifest } from './schema.ts';

/** All that the sources of the elements say of themselves, what is internal included, at the paths of what is built. */
export function analyze(): Manifest {
  const files = globSync('src/elements/**/*.ts', { exclude: ['src/elements/locales/**', 'src/elements/debug*'] });
  const modules = files
    .toSorted()
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true));
  return JSON.parse(JSON.stringify(create({ modules, plugins: litPlugin() })), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(/^\/?src\/(elements\/.*)\.ts$/, 'dist/$1.js') : value,
  );
}
