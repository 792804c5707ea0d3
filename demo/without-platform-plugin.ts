import type { Plugin } from 'vite';

/** What signs members in with a platform, which takes a server of the platform's and one of the site's. */
const SIGN_IN = /\/src\/proxy\/identity\/platform\/platform\.ts$/;

/** Leaves a sixth of the proxy's code out of pages that are their own proxy: no config of theirs has a platform. */
export function withoutPlatformPlugin(): Plugin {
  return {
    name: 'demo-without-platform',
    load: {
      filter: { id: SIGN_IN },
      handler: () => `export const createPlatform = () => { throw new Error('a page cannot sign in with a platform'); };
export const redirectUrl = createPlatform;`,
    },
  };
}
