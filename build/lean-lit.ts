import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Leaves out of the bundles what Lit brings for browsers that cannot adopt style sheets: the widgets need newer ones. */
export function leanLit(): Plugin {
  return {
    name: 'lean-lit',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/css-tag\.js$/ },
      handler: () => fileURLToPath(new URL('lit/css-tag.ts', import.meta.url)),
    },
  };
}
