import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IN_PAGE } from '../../../demo/in-page/addresses.ts';
import { ASKING_PAGE } from '../../../demo/pages.ts';
import { staticPagesPlugin } from '../../../demo/plugins/static-pages.ts';
import { transformed } from './transformed.ts';

const links = (html: string) => Array.from(html.matchAll(/href="([^"]*)"/g), ([, to]) => to);

describe('a page of the static site', () => {
  it('has links that lead to the same page wherever the site lies', async () => {
    const site = 'https://example.org/some/where/';
    const tos = ['/', '/playground/', '/docs/start.html#a', '/demo/?x=/y', '/who-is-asking.html'];
    for (const path of ['/index.html', '/playground/index.html', '/examples/deed/index.html']) {
      const html = tos.map((to) => `<a class="x" href="${to}">`).join('');
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { html: relative } = await transformed(staticPagesPlugin(), html, path);
      const there = links(relative).map((to) => new URL(to ?? '', new URL(path.slice(1), site)).href);
      assert.deepEqual(
        there,
        tos.map((to) => site + to.slice(1)),
        path,
      );
    }
  });

  it('leaves links alone that lead elsewhere', async () => {
    const html = '<a href="https://example.org/"><a href="#top"><link href="/style.css">';
    assert.equal((await transformed(staticPagesPlugin(), html, '/demo/index.html')).html, html);
  });

  it('is its own proxy and community where it has either, and lets nothing through to them', async () => {
    const html =
      '<meta content="default-src \'self\'; connect-src \'self\' %PROXY_URL% %EMULATOR_URL%"><x a="%PROXY_URL%" b="%EMULATOR_URL%" c="%CHAIN_URL%">%CHAIN_PLACE%';
    const page = await transformed(staticPagesPlugin(), html, '/demo/index.html');
    assert.equal(
      page.html,
      `<meta content="default-src 'self'; connect-src 'self'"><x a="${IN_PAGE.proxy}" b="${IN_PAGE.emulator}" c="${IN_PAGE.chain}">lives in your tab`,
    );
    assert.deepEqual(page.scripts, ['/in-page/install.ts']);
    const asking = await transformed(staticPagesPlugin(), html, `/${ASKING_PAGE}`);
    assert.deepEqual(asking.scripts, ['/in-page/install.ts', '/in-page/install-site.ts']);
  });
});
