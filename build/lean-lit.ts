import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * What tells other copies of Lit of this one, waits for polyfills, is for decorators, or has our elements do otherwise
 * (they draw anew what a server drew), by the modules of Lit's that have it.
 */
const LEFT_OUT: Record<string, readonly RegExp[]> = {
  'lit-html.js': [/,\w+=\w+\.litHtmlPolyfillSupport;.+?\.litHtmlVersions\?\?=\[\]\)\.push\(".+?"\)/],
  'lit-element.js': [
    /createRenderRoot\(\)\{.+?\}(?=update)/,
    /,\w+\.litElementHydrateSupport\?\.\(\{LitElement:\w+\}\)/,
    /const \w+=\w+\.litElementPolyfillSupport;.+?;/,
    /\(\w+\.litElementVersions\?\?=\[\]\)\.push\(".+?"\);/,
  ],
  'reactive-element.js': [
    /,\w+=\w+\.reactiveElementPolyfillSupport/,
    /,\w+\?\.\(\{ReactiveElement:\w+\}\),\(\w+\.reactiveElementVersions\?\?=\[\]\)\.push\(".+?"\)/,
    /Symbol\.metadata\?\?=Symbol\("metadata"\),\w+\.litPropertyMetadata\?\?=new WeakMap;/,
    /const \w+=this\[Symbol\.metadata\];if\(.+?litPropertyMetadata\.get\(\w+\);.+?\}(?=this\._\$Eh)/,
  ],
};

/**
 * Leaves out of the bundles what Lit brings for browsers that are older than the widgets need, and all but one of the names
 * that it looks for among the globals, where elements that visitors posted may be found.
 */
export function leanLit(): Plugin {
  return {
    name: 'lean-lit',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/(?:css-tag\.js|lit-globals\.ts)$/ },
      handler: (id) => fileURLToPath(new URL(`lit/${/[^/]+(?=\.[jt]s$)/.exec(id)?.[0]}.ts`, import.meta.url)),
    },
    transform: {
      filter: { id: /\/node_modules\/.*\/(?:lit-html|lit-element|reactive-element)\.js$/ },
      handler(code, id) {
        const name = id.slice(id.lastIndexOf('/') + 1);
        return { code: (LEFT_OUT[name] ?? []).reduce(without, code), map: null };
      },
    },
  };
}

function without(code: string, part: RegExp): string {
  if (!part.test(code)) throw new Error(`Lit has changed: ${part} is in none of its modules any more`);
  return code.replace(part, '');
}
