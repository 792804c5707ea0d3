import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** TypeScript asks for the types of a style sheet (`noUncheckedSideEffectImports`), unless a bundler has told it of all of them. */
const TYPES = 'export {};\n';

/** The themes, as they are, and their types. */
export function themes(): Plugin {
  const folder = 'src/elements/themes';
  return {
    name: 'themes',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'elements/theme.d.ts', source: TYPES });
      for (const name of readdirSync(folder)) {
        this.emitFile({ type: 'asset', fileName: `themes/${name}`, source: readFileSync(`${folder}/${name}`) });
      }
    },
  };
}
