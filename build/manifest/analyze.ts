import { globSync, readFileSync } from 'node:fs';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import { IDENTITY_MODES } from '../../src/contract/action.ts';
import type { Manifest } from './schema.ts';

/** What an attribute's type stands for where it is a name: editors offer the values, and know nothing of the name. */
const NAMED_TYPES: Record<string, string> = {
  IdentityMode: IDENTITY_MODES.map((mode) => `'${mode}'`).join(' | '),
};

/** All that the sources of the elements say of themselves, what is internal included, at the paths of what is built. */
export function analyze(): Manifest {
  const files = globSync('src/elements/**/*.ts', { exclude: ['src/elements/locales/**', 'src/elements/debug*'] });
  const modules = files
    .toSorted()
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true));
  return JSON.parse(JSON.stringify(create({ modules, plugins: litPlugin() })), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const named = key === 'text' ? NAMED_TYPES[value] : undefined;
    return named ?? value.replace(/^\/?src\/(elements\/.*)\.ts$/, 'dist/$1.js');
  });
}
