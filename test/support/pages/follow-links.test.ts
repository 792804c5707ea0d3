import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../../../src/cli/serve/listen.ts';
import { ANYWHERE } from '../../e2e/support/anywhere.ts';
import { followLinks } from './follow-links.ts';

const FILES: Record<string, [type: string, content: string]> = {
  '/base/': [
    'text/html',
    `<link rel="stylesheet" href="style.css"><a href="page.html#there">1</a><a href="page.html#nowhere">2</a>
     <a href="missing.html">3</a><a href="/elsewhere/">4</a><a href="https://example.org/">5</a><a href="mailto:a@b">6</a><a href="#">7</a><a href="#drawn">8</a>`,
  ],
  '/base/page.html': ['text/html', '<h1 id="there">Page</h1><img src="picture.svg"><a href="./">back</a>'],
  '/base/style.css': [
    'text/css',
    'a { background: url("no.svg") } b { background: url(data:image/png,x); fill: url(#x) }',
  ],
  '/base/picture.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  '/base/alone.html': ['text/html', '<script src="gone.js"></script>'],
};

describe('following the links of a site', () => {
  it('finds each that leads nowhere or out of the site, and all that there is', async (t) => {
    const server = await listen(({ url = '' }, response) => {
      const [type, content] = FILES[url] ?? ['text/plain', null];
      response.writeHead(content === null ? 404 : 200, { 'content-type': type }).end(content);
    }, ANYWHERE);
    t.after(() => server.close());
    const { addresses, dead } = await followLinks(`${server.url}/base/`, { paths: ['alone.html'], drawn: ['drawn'] });
    assert.deepEqual(dead.toSorted(), [
      './: /elsewhere/ leads out of the site',
      './: missing.html is 404',
      './: page.html#nowhere has no such anchor',
      'alone.html: gone.js is 404',
      'style.css: no.svg is 404',
    ]);
    assert.equal(addresses.length, Object.keys(FILES).length + 3);
  });
});
