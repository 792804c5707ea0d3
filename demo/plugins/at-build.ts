import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Modules that give the same whenever they run, and take a slow phone long. */
const MODULES = /\/demo\/playground\/languages\.ts$/;

/** Runs those modules where pages are built, and has the pages bring along what came of it. */
export function atBuildPlugin(): Plugin {
  return {
    name: 'demo-at-build',
    load: {
      filter: { id: MODULES },
      async handler(id) {
        const exported: Record<string, unknown> = await import(pathToFileURL(id).href);
        const lines = Object.entries(exported).map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
        );
        return lines.join('\n');
      },
    },
  };
}
