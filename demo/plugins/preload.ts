import { posix } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { FIRST_VIEWS } from '../in-page/first-views.ts';

/** What a page needs at once, though its script imports it on demand so as not to wait for it. */
const AT_ONCE = /\/in-page\/harbour-lights\.ts$/;

/**
 * Has a page whose widgets cannot do without it load its backend along with its script, and not after that: first of all, since it is the
 * largest.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'demo-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk, path }) {
        if (!chunk || html.includes(`id="${FIRST_VIEWS}"`)) return [];
        const script = withImports([chunk.fileName], bundle);
        const onDemand = script.flatMap(({ dynamicImports }) => dynamicImports);
        const wanted = onDemand.filter((name) => AT_ONCE.test(chunkAt(name, bundle)?.facadeModuleId ?? ''));
        return withImports(wanted, bundle)
          .filter((file) => !script.includes(file))
          .toSorted((one, other) => other.code.length - one.code.length)
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: {
              rel: 'modulepreload',
              crossorigin: true,
              href: posix.relative(posix.dirname(path), `/${fileName}`),
            },
            injectTo: 'head-prepend' as const,
          }));
      },
    },
  };
}

/** The chunks in the files of those names, and all that they import outright. */
function withImports(names: readonly string[], bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = new Set(names.flatMap((name) => chunkAt(name, bundle) ?? []));
  // The set grows while it is walked.
  for (const { imports } of found) for (const name of imports) addTo(found, chunkAt(name, bundle));
  return [...found];
}

function addTo(found: Set<Rolldown.OutputChunk>, chunk: Rolldown.OutputChunk | undefined): void {
  if (chunk) found.add(chunk);
}

function chunkAt(name: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk | undefined {
  const file = bundle[name];
  return file?.type === 'chunk' ? file : undefined;
}
