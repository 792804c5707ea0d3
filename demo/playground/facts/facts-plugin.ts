import type { Plugin } from 'vite';
import { readFacts } from './element-facts.ts';

const NAME = 'virtual:element-facts';

/** Gives pages the module `virtual:element-facts`. */
export function factsPlugin(): Plugin {
  return {
    name: 'demo-element-facts',
    resolveId: { filter: { id: /^virtual:element-facts$/ }, handler: () => `\0${NAME}` },
    load: {
      filter: { id: /^\0virtual:element-facts$/ },
      handler: () => `export const facts = ${JSON.stringify(readFacts())};`,
    },
  };
}
