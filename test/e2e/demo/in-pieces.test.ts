import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { it } from 'node:test';
import { ASKING_PAGE, PAGES } from '../../../demo/pages.ts';
import { WIDEST } from '../../support/fonts/fonts.ts';
import { fileAt, serve, type Served } from '../../support/http/serve.ts';
import { allOr } from '../../support/thorough.ts';
import { Visitor } from '../support/browser.ts';
import { builtPages } from '../support/built-pages.ts';
import { shiftsOf, watchLayout } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

/** In the demo two columns depend on each other. The front page is the last one of the list, and takes the longest: it comes first. */
const PATHS = allOr(
  ['demo/'],
  [...PAGES, ASKING_PAGE].toReversed().map((page) => page.replace('index.html', '')),
);
/**
 * Before each element a slow line may pause, but for those within a word, which no layout can foresee, and the parts of a drawing. A browser
 * that has much to do may also draw an element before its text, which shows where a mark stands after that.
 */
const PAUSES = /(?<=[\s>])(?=<(?!\/|(?:circle|clipPath|defs|ellipse|g|path|pattern|rect|stop)\b))|(?<=<dd>)/;
/** What a page asks for whenever it has drawn what it has. */
const DRAWN = '/drawn';

/**
 * Has the page tell, while its HTML arrives, that it has drawn what came, and twice by all its rules: what those with `:has()` say
 * of an element that is still read is drawn some frames late, as it happens, and what has just come in sight does not count as moved.
 */
function tellWhenDrawn(path: string): void {
  const rules = new CSSStyleSheet();
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  async function drawAnew(): Promise<void> {
    await nextFrame();
    // It changes nothing on a screen, and has all be laid out again.
    rules.replaceSync(`* { orphans: ${Math.ceil(performance.now())}; }`);
    await nextFrame();
  }
  async function tell(): Promise<void> {
    document.adoptedStyleSheets = [rules];
    await drawAnew();
    await drawAnew();
    if (document.readyState !== 'loading') return;
    void fetch(path, { cache: 'no-store' });
    await tell();
  }
  void tell();
}

/** Serves the pages of the folder to one window, each piece of their HTML once the one before is drawn. */
async function sendInPieces(folder: string): Promise<Served> {
  let drawn = (): void => {};
  async function send(response: ServerResponse, html: string): Promise<void> {
    const [first = '', body = ''] = html.split(/(?=<body)/);
    const [head = '', ...rest] = body.split(PAUSES);
    response.write(first + head);
    for (const piece of rest) {
      // oxlint-disable-next-line no-await-in-loop -- each once the page has drawn the one before
      await new Promise<void>((resolve) => (drawn = resolve));
      response.write(piece);
    }
    response.end();
  }
  async function answer(path: string, response: ServerResponse): Promise<void> {
    const file = await fileAt(folder, path);
    if (!file) response.writeHead(404);
    else response.setHeader('content-type', file.type);
    if (file && file.type.startsWith('text/html')) await send(response, String(file.body));
    else response.end(file?.body);
  }
  return serve((request, response) => {
    const path = request.url ?? '/';
    if (path === DRAWN) {
      response.writeHead(204).end();
      drawn();
      return;
    }
    void answer(path, response);
  });
}

const VIEWS = PATHS.flatMap((path) => allOr([1280], [360, 1280]).map((width) => ({ path, width })));
/** Pages on their way at once, each in a tab of its own: they mostly wait for the next frame. */
const LANES = Math.min(4, VIEWS.length);

it('pages move nothing while their HTML arrives bit by bit', async (t) => {
  const { folder, remove } = await builtPages('static');
  t.after(remove);
  const browser = await sharedBrowser(WIDEST);
  const views = VIEWS.values();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      const site = await sendInPieces(folder);
      t.after(site.close);
      const visitor = await Visitor.of(t, browser);
      const page = await visitor.open('about:blank', async (fresh) => {
        // Each page comes as to somebody who was never there.
        await fresh.setCacheEnabled(false);
        await watchLayout(fresh);
        await fresh.evaluateOnNewDocument(tellWhenDrawn, DRAWN);
      });
      // oxlint-disable no-await-in-loop -- a server has one page that tells what was drawn
      for (const { path, width } of views) {
        await page.setViewport({ width, height: 800 });
        await page.goto(`${site.url}/${path}`);
        await page.waitForFunction(() => document.readyState === 'complete');
        assert.deepEqual(await shiftsOf(page), [], `${path} at ${width} px`);
        assert.deepEqual(visitor.errors, [], `${path} at ${width} px`);
      }
      // oxlint-enable no-await-in-loop
    }),
  );
});
