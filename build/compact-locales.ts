import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Leaves the keys of a locale's texts out: `src/elements/locales/index.ts` knows them by their order. */
export function compactLocales(): Plugin {
  return {
    name: 'compact-locales',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/elements\/locales\/(?!index)[\w-]+\.ts$/ },
      async handler(_code, id) {
        const { default: texts }: { default: object } = await import(pathToFileURL(id).href);
        return { code: `export default ${JSON.stringify(Object.values(texts))};`, map: null };
      },
    },
  };
}
