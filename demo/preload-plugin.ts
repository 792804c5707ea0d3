import { posix } from 'node:path';
import type { Plugin } from 'vite';

/** What a page needs at once, though its script imports it on demand so as not to wait for it. */
const AT_ONCE = /\/(in-page\/harbour-lights|playground\/live\/backend)\.ts$/;

/** Has a page load its backend along with its script, and not after that. */
export function preloadPlugin(): Plugin {
  return {
    name: 'demo-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk, path }) {
        const needed = Object.values(bundle).filter(
          (file) =>
            file.type === 'chunk' &&
            AT_ONCE.test(file.facadeModuleId ?? '') &&
            chunk?.dynamicImports.includes(file.fileName),
        );
        return needed.map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: posix.relative(posix.dirname(path), `/${fileName}`) },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
