import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Parts of the proxy, and of what it is made with, that a page which is its own proxy has no use for, and what stands in their place. */
const STAND_INS: [module: RegExp, code: string | ((file: string) => string)][] = [
  // Signing in with a platform takes servers of the platform's and of the site's. Nobody is sent back to a page from there.
  [
    /\/src\/proxy\/identity\/platform\/platform\.ts$/,
    `export { createPlatform, createPlatform as redirectUrl } from '${fileURLToPath(new URL('../in-page/lazy-platform.ts', import.meta.url))}';`,
  ],
  // Nobody is told of what happens in a page.
  [
    /\/src\/proxy\/alerts\/channels\.ts$/,
    'export const createAlertChannels = () => ({ hooks: [], check: async () => {}, close: async () => {} });',
  ],
  // What pages ask proofs of `npm start` asks as well, which has checked it.
  [/\/src\/proxy\/proofs\/config-checks\.ts$/, 'export const MAX_DEPTH = 3; export const checkProofs = () => {};'],
  // A page that has a desk is the desk's page itself.
  [/\/src\/desk\/page-files\.ts$/, 'export const deskFiles = () => new Map();'],
  // Nobody asks a page for its schemas.
  [/\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/, functionsThatDoNothing],
];

/** Leaves a sixth of the proxy's code out of pages. */
export function leftOutPlugin(): Plugin {
  return {
    name: 'demo-left-out',
    load: {
      filter: { id: STAND_INS.map(([module]) => module) },
      handler: (id) => {
        const code = STAND_INS.find(([module]) => module.test(id))?.[1];
        return typeof code === 'function' ? code(id) : code;
      },
    },
  };
}

/** A module that exports what this one does. */
function functionsThatDoNothing(file: string): string {
  const names = readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
  const stubs = Array.from(names, ([, name]) => `export const ${name} = nothing;`);
  return ['const nothing = () => undefined;', 'export { nothing as process };', ...stubs].join('\n');
}
