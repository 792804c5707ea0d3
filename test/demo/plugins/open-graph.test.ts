import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { openGraph, PICTURE } from '../../../demo/plugins/open-graph.ts';

const MOST_BYTES = 100_000;

/** What is told of the page, by the name without `og:`. */
function told(path: string, site?: string, title?: string) {
  const tags = openGraph({ title, path }, site).map(({ property, content }) => [property.replace('og:', ''), content]);
  return Object.fromEntries(tags) as Record<string, string>;
}

describe('what is told to those who show a link', () => {
  it('is of the page, and nothing where there is nothing to say', () => {
    const { title, type, description } = told('/index.html', '', 'Playground');
    assert.deepEqual([title, type, description], ['Playground', 'website', undefined]);
  });

  it('has a picture, found from the page as long as nobody knows where the site is', () => {
    assert.equal(told('/index.html').image, 'share.png');
    assert.equal(told('/playground/index.html', '').image, '../share.png');
    assert.equal(told('/examples/shop/index.html').image, '../../share.png');
  });

  it('has the whole address of the picture where the site is known', () => {
    for (const site of ['https://example.org/rewards', 'https://example.org/rewards/']) {
      assert.equal(told('/playground/index.html', site).image, 'https://example.org/rewards/share.png');
    }
    assert.equal(told('/index.html', 'http://127.0.0.1:8080').image, 'http://127.0.0.1:8080/share.png');
    for (const site of ['example.org', '/rewards', 'ftp://example.org', 'https://']) {
      assert.throws(() => told('/index.html', site), /SITE_URL must be the site's address, such as .*, not /);
    }
  });

  it('says how large the picture is, which is not too heavy to be shown', () => {
    const bytes = readFileSync(new URL(`../../../demo/public/${PICTURE.file}`, import.meta.url));
    const { width, height } = PNG.sync.read(bytes);
    const { 'image:width': saidWidth, 'image:height': saidHeight } = told('/index.html');
    assert.deepEqual([String(width), String(height)], [saidWidth, saidHeight]);
    // What is shown beside a link is cut to this shape.
    assert.ok(Math.abs(width / height - 1.91) < 0.01);
    assert.ok(bytes.length < MOST_BYTES, `${bytes.length} bytes`);
  });
});
