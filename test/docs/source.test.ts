import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generatedTexts, withWritten } from '../../demo/docs/reference/index.ts';
import { PAGES_OF_DOCS, REPOSITORY_PAGES } from './snippets.ts';

const PAGES = new URL('../../demo/docs/', import.meta.url);
const texts = generatedTexts();

describe('the source of a page, which is read where there is no site,', () => {
  for (const name of globSync('*.md', { cwd: fileURLToPath(PAGES) }).toSorted()) {
    const path = new URL(name, PAGES);
    const page = readFileSync(path, 'utf8');
    if (!page.includes('<!-- generated:')) continue;
    it(`has what is made from the code as it is now: ${name}`, () => {
      const right = withWritten(page, texts);
      if (process.env['UPDATE_DOCS']) writeFileSync(path, right);
      else assert.ok(page === right, 'write it with UPDATE_DOCS=1 node --test test/docs/source.test.ts');
    });
  }
});

describe('a page that has one install the packages, or load them from a CDN,', () => {
  const TAKEN = /npm install (?:[\w-]+ )*rewards-|(?:pnpm|yarn|bun) add rewards-|cdn\.jsdelivr\.net\/npm/;
  const NOT_YET = /not on npm yet/i;
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const naming = [...PAGES_OF_DOCS, ...REPOSITORY_PAGES].filter(({ text }) => TAKEN.test(text));

  it('is one of many', () => assert.ok(naming.length > 15));

  for (const { path, text } of naming) {
    it(`says that they are not published yet: ${path}`, () => assert.match(text, /not on npm yet/));
  }

  it('says so right below on the product’s page, and below the code of the playground', () => {
    const product = read('demo/index.html');
    const places = [...product.matchAll(new RegExp(TAKEN, 'g'))];
    assert.ok(places.length >= 2);
    for (const { index, 0: taken } of places) assert.match(product.slice(index, index + 1_000), NOT_YET, taken);
    assert.match(read('demo/playground/snippets/html.ts'), TAKEN);
    assert.match(read('demo/playground/views/snippets-view.ts'), NOT_YET);
  });
});

describe('a page that begins with rewards init', () => {
  const FIRST = 'npx rewards init';
  const INSTALLS = /npm install (?:[\w-]+ )*rewards-proxy/;
  for (const { path, text } of [...PAGES_OF_DOCS, ...REPOSITORY_PAGES]) {
    if (!text.includes(FIRST)) continue;
    it(`installs the command before, which npx looks for on npm otherwise: ${path}`, () => {
      assert.match(text.slice(0, text.indexOf(FIRST)), INSTALLS);
    });
  }
  // A link to a recipe leads past what stands above it.
  const recipes = ['deploy.md', 'servers.md'].flatMap((name) =>
    readFileSync(new URL(name, PAGES), 'utf8')
      .split(/^(?=## )/m)
      .slice(1),
  );
  for (const recipe of recipes.filter((text) => text.includes(FIRST))) {
    it(`does so in each recipe: ${recipe.slice(3, recipe.indexOf('\n'))}`, () => {
      assert.match(recipe.slice(0, recipe.indexOf(FIRST)), INSTALLS);
    });
  }
});
