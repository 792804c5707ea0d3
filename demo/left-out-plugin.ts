import type { Plugin } from 'vite';

/** Parts of the proxy that a page which is its own proxy has no use for, and what stands in their place. */
const STAND_INS: [module: RegExp, code: string][] = [
  // No config of a page has a platform, which takes servers of the platform's and of the site's.
  [
    /\/src\/proxy\/identity\/platform\/platform\.ts$/,
    `export const createPlatform = () => { throw new Error('a page cannot sign in with a platform'); };
export const redirectUrl = createPlatform;`,
  ],
  // Nobody is told of what happens in a page.
  [
    /\/src\/proxy\/alerts\/outlets\.ts$/,
    'export const outletsFor = () => ({ hooks: [], check: async () => {}, close: async () => {} });',
  ],
  // A page that has a desk is the desk's page itself.
  [/\/src\/desk\/page-files\.ts$/, 'export const deskFiles = () => new Map();'],
];

/** Leaves a sixth of the proxy's code out of pages. */
export function leftOutPlugin(): Plugin {
  return {
    name: 'demo-left-out',
    load: {
      filter: { id: STAND_INS.map(([module]) => module) },
      handler: (id) => STAND_INS.find(([module]) => module.test(id))?.[1],
    },
  };
}
