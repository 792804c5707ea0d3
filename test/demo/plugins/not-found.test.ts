import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { notFoundPlugin } from '../../../demo/plugins/not-found.ts';

interface File {
  fileName: string;
  source: string;
}

/** The files that are built. */
function filesOf(): File[] {
  const files: File[] = [];
  const { generateBundle } = notFoundPlugin();
  const handler = typeof generateBundle === 'function' ? generateBundle : generateBundle?.handler;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is all that it asks of a bundler
  const context = { emitFile: (file: File) => void files.push(file) } as never;
  void handler?.call(context, {} as never, {}, false);
  return files;
}

describe('the page for addresses that have none', () => {
  it('needs no other file, as it is shown at any address', () => {
    const [file, ...others] = filesOf();
    assert.deepEqual(others, []);
    assert.equal(file?.fileName, '404.html');
    const page = file?.source ?? '';
    assert.match(page, /<header class="site-header lost"/);
    assert.match(page, /\.site-header\s*\{/);
    assert.doesNotMatch(page, /<!-- header -->|\/\* header\.css \*\/|<link rel="stylesheet"|<script[^>]*\ssrc=/);
    assert.doesNotMatch(page, /href="\//, 'the site may lie below any path');
  });

  it('is what the server of the pages answers where there is none, also where there is another file', () => {
    const { configureServer } = notFoundPlugin();
    const open = typeof configureServer === 'function' ? configureServer : configureServer?.handler;
    const root = fileURLToPath(new URL('../../../demo', import.meta.url));
    let answer: (...args: unknown[]) => void = () => assert.fail('nothing answers');
    const use = (handler: typeof answer) => (answer = handler);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is all that is read of it
    const late = open?.call({} as never, { config: { root }, middlewares: { use } } as never);
    assert.ok(typeof late === 'function');
    late();
    const statusOf = (url: string): unknown => {
      let status: unknown = 'a page';
      answer({ url }, { writeHead: (code: number) => (status = code), end: () => {} }, () => {});
      return status;
    };
    for (const page of ['/index.html', '/playground/index.html?a=/b#c']) assert.equal(statusOf(page), 'a page');
    for (const none of ['/nowhere.html', '/nowhere', '/playground', '/pages.ts']) assert.equal(statusOf(none), 404);
  });
});
