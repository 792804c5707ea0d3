import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FIRST_VIEWS } from '../../../demo/in-page/first-views.ts';
import { preloadPlugin } from '../../../demo/plugins/preload.ts';

const chunk = (
  name: string,
  size: number,
  more: { imports?: string[]; dynamicImports?: string[]; of?: string } = {},
) => {
  const { imports = [], dynamicImports = [], of = '' } = more;
  const fileName = `assets/${name}.js`;
  return { type: 'chunk', fileName, code: '/'.repeat(size), facadeModuleId: of, imports, dynamicImports };
};

const SCRIPT = chunk('page', 9, {
  imports: ['assets/shared.js'],
  dynamicImports: ['assets/streak.js', 'assets/desk.js', 'assets/never.js'],
});
const CHUNKS = [
  SCRIPT,
  chunk('shared', 8),
  chunk('streak', 1, { of: '/src/elements/checkin/streak.ts', imports: ['assets/shared.js', 'assets/large.js'] }),
  chunk('large', 7),
  chunk('desk', 2, { of: '/src/desk/page/main.ts', dynamicImports: ['assets/never.js'] }),
  chunk('never', 3, { of: '/src/elements/role/role.ts' }),
];
const BUNDLE = Object.fromEntries(CHUNKS.map((one) => [one.fileName, one]));

/** The files that the page is told to load, in that order. */
async function preloaded(html: string): Promise<(string | undefined)[]> {
  const { transformIndexHtml: hook } = preloadPlugin();
  const handler = typeof hook === 'function' ? hook : hook?.handler;
  const context = { path: '/demo/index.html', filename: '', bundle: BUNDLE, chunk: SCRIPT };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is all that is read of it
  const made = await handler?.call({} as never, html, context as never);
  assert.ok(typeof made === 'string');
  return Array.from(made.matchAll(/href="([^"]*)"/g), ([, href]) => href);
}

describe('what a page loads along with its script', () => {
  const head = '<head><meta charset="utf-8" /></head>';

  it('is what its widgets draw with where it brings their first views, the largest first, and nothing twice', async () => {
    const html = `${head}<script type="application/json" id="${FIRST_VIEWS}">{}</script>`;
    assert.deepEqual(await preloaded(html), ['../assets/large.js', '../assets/streak.js']);
  });

  it('is the desk where it has one', async () => {
    assert.deepEqual(await preloaded(head), ['../assets/desk.js']);
  });
});
