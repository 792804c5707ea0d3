import type { Plugin, Rolldown } from 'vite';
import { FIRST_VIEWS } from '../in-page/first-views.ts';
import { wayTo } from './way-to.ts';

/** What a page's widgets draw with once they have their first views: where the page brings those, that is at once. */
const DRAWN_WITH = /\/checkin\/streak\.ts$/;
/** The owner's desk itself, which is imported once there is something to answer it. */
const DESK = /\/desk\/page\/main\.ts$/;
const ENCODING = /<meta charset=[^>]*>/;

/**
 * Has a page load along with its script what that imports on demand and what it cannot draw without, and not after that: the largest first.
 * What answers for it is not among that: it has a thread of its own, and would keep a slow line from what is drawn.
 */
export function preloadPlugin(): Plugin {
  return {
    name: 'demo-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk, path }) {
        if (!chunk) return html;
        const script = withImports([chunk.fileName], bundle);
        const wanted = onDemand(script, bundle, hasFirstViews(html) ? DRAWN_WITH : DESK);
        const links = withImports(wanted, bundle)
          .filter((file) => !script.includes(file))
          .toSorted((one, other) => other.code.length - one.code.length)
          .map(({ fileName }) => `\n    <link rel="modulepreload" crossorigin href="${wayTo(fileName, path)}">`);
        // After it: a browser looks for the encoding in the first kilobyte.
        return html.replace(ENCODING, (encoding) => encoding + links.join(''));
      },
    },
  };
}

function hasFirstViews(html: string): boolean {
  return html.includes(`id="${FIRST_VIEWS}"`);
}

/** The files that those import on demand, or that such a file does, whose module's path the pattern matches. */
function onDemand(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle, wanted: RegExp): string[] {
  const found = new Set<string>();
  const importing = new Set(chunks);
  // The set grows while it is walked.
  for (const { dynamicImports } of importing) {
    for (const name of dynamicImports) {
      const chunk = chunkAt(name, bundle);
      if (!chunk || !wanted.test(chunk.facadeModuleId ?? '')) continue;
      found.add(name);
      importing.add(chunk);
    }
  }
  return [...found];
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
