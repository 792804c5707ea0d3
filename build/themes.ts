import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The themes, as they are. */
export function themes(): Plugin {
  const folder = 'src/elements/themes';
  return {
    name: 'themes',
    generateBundle() {
      for (const name of readdirSync(folder)) {
        this.emitFile({ type: 'asset', fileName: `themes/${name}`, source: readFileSync(`${folder}/${name}`) });
      }
    },
  };
}
