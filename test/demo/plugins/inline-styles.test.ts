import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { inlineStylesPlugin } from '../../../demo/plugins/inline-styles.ts';
import { transformed } from './transformed.ts';

const sheet = (source: string) => ({ type: 'asset', source });
const BUNDLE = {
  'assets/site.css': sheet('body { color: red }\n'),
  'assets/page.css': sheet('p::before { content: "$&" }'),
};
const PAGE = `<head><meta content="default-src 'none'; style-src 'self'">
  <link rel="stylesheet" crossorigin href="../assets/site.css">
  <link rel="stylesheet" crossorigin href="../assets/page.css">
</head>`;

describe('the style sheets in a built page', () => {
  it('are let in by its policy, as they stand', async () => {
    const { html } = await transformed(inlineStylesPlugin(), PAGE, '/demo/index.html', BUNDLE);
    const [, styles = ''] = /<style>([^]*)<\/style>/.exec(html) ?? [];
    assert.equal(styles, 'body { color: red }p::before { content: "$&" }');
    const hash = createHash('sha256').update(styles).digest('base64');
    assert.ok(html.includes(`style-src 'self' 'sha256-${hash}'"`), html);
    assert.doesNotMatch(html, /<link/);
  });

  it('name no file, which a page would not find, and are there', async () => {
    const page = (source: string) =>
      transformed(inlineStylesPlugin(), PAGE, '/demo/index.html', { ...BUNDLE, 'assets/page.css': sheet(source) });
    await assert.rejects(page('p { background: url(./sky.png) }'), /names a file/);
    await page('p { background: url("data:image/png;base64,") }');
    await assert.rejects(transformed(inlineStylesPlugin(), PAGE, '/demo/index.html', {}), /no style sheet/);
  });

  it('are no files any more, except those that a script asks for', () => {
    const later = sheet('p { color: blue }');
    const script = { type: 'chunk', code: 'load("assets/later.css")' };
    const bundle: Record<string, object> = { ...BUNDLE, 'assets/later.css': later, 'assets/page.js': script };
    const { generateBundle: hook } = inlineStylesPlugin();
    const handler = typeof hook === 'function' ? hook : hook?.handler;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is all that is read of it
    void handler?.call({} as never, {} as never, bundle as never, false);
    assert.deepEqual(Object.keys(bundle), ['assets/later.css', 'assets/page.js']);
  });
});
