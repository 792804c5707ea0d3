import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What a page needs at once, though its script imports it on demand so as not to wait for it. */
const AT_ONCE = /\/(in-page\/harbour-lights|playground\/live\/backend)\.ts$/;

/** Has a page load its backend along with its script, and not after that. */
export function preloadPlugin(): Plugin {
  return {
    name: 'demo-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk, path }) {
        const files = new Set<string>();
        for (const name of chunk?.dynamicImports ?? []) {
          const file = bundle[name];
          if (file?.type === 'chunk' && AT_ONCE.test(file.facadeModuleId ?? '')) addWithImports(file, bundle, files);
        }
        for (const name of chunk ? withImports(chunk, bundle) : []) files.delete(name);
        return Array.from(files, (name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: posix.relative(posix.dirname(path), `/${name}`) },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** The names of a chunk's file and of all that it imports outright. */
function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  addWithImports(chunk, bundle, files);
  return files;
}

function addWithImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, files: Set<string>): void {
  if (files.has(chunk.fileName)) return;
  files.add(chunk.fileName);
  for (const name of chunk.imports) {
    const file = bundle[name];
    if (file?.type === 'chunk') addWithImports(file, bundle, files);
  }
}
