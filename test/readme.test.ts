import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Manifest } from '../build/manifest/schema.ts';
import { locales } from '../src/elements/locales/index.ts';
import { BUNDLES, gzipSize, onDemand, upFront } from './support/pages/bundles.ts';

const README = new URL('../README.md', import.meta.url);
const DIST = new URL('../dist/', import.meta.url);
const text = readFileSync(README, 'utf8');
const manifest: Manifest = JSON.parse(readFileSync(new URL('custom-elements.json', DIST), 'utf8'));
const declarations = manifest.modules.flatMap((module) => module.declarations);

/** The scripts that the table of the elements ought to list, and their elements. */
const scripts = readdirSync(BUNDLES).filter((name) => name.endsWith('.js') && !name.endsWith('.dev.js'));
const largest = (sizes: number[]) => Math.max(...sizes);

/** What stands before each size in the table, and that size in bytes. */
const SIZES = new Map([
  ...scripts.map((name): [string, number] => [`\`${name}\`, `, gzipSize(upFront(join(BUNDLES, name)))]),
  ['`chunks/`, up to ', largest(scripts.map((name) => gzipSize(onDemand(join(BUNDLES, name)))))],
  ['`locales/`, up to ', largest(globSync(join(BUNDLES, 'locales/*.js')).map((file) => gzipSize([file])))],
]);
/** How far off a size may be, in bytes: a few more or less need no new README. */
const TOLERANCE = 100;

/** The README with the right sizes where its own are too far off. */
function withSizes(readme: string): string {
  return [...SIZES].reduce((rest, [before, size]) => {
    const at = rest.indexOf(before);
    assert.notEqual(at, -1, `README.md gives no size after ${before}`);
    const start = at + before.length;
    const right = (said: string) => (Math.abs(parseFloat(said) * 1000 - size) < TOLERANCE ? said : inKilobytes(size));
    return rest.slice(0, start) + rest.slice(start).replace(/^[\d.]+ kB/, right);
  }, readme);
}

const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

describe('README.md', () => {
  it('gives the sizes of what is built', () => {
    const right = withSizes(text);
    if (process.env['UPDATE_README']) writeFileSync(README, right);
    else assert.equal(text, right, 'write the right sizes with UPDATE_README=1 node --test test/readme.test.ts');
  });

  it('lists every element, by its tag and its script', () => {
    const listed = Array.from(
      text.matchAll(/^\| `<(rewards-\w+)>` .*`(rewards-\w+\.js)`/gm),
      ([, tag, script]) => [tag, script] as const,
    );
    const tags = declarations.flatMap(({ tagName }) => tagName ?? []);
    assert.deepEqual(new Map(listed), new Map(tags.map((tag) => [tag, `${tag}.js`])));
  });

  it('lists the attributes that the widgets have in common', () => {
    const claiming = declarations.find(({ name }) => name === 'ClaimElement');
    for (const { name } of claiming?.attributes ?? []) assert.match(text, new RegExp(`^\\| \`${name}\` `, 'm'));
    for (const { name } of claiming?.events ?? []) assert.ok(text.includes(`\`${name}\``), name);
  });

  it('counts the languages, English among them', () => {
    assert.match(text, new RegExp(`Texts are in ${locales.length + 1} languages`));
  });

  it('counts the looks that come ready-made', () => {
    const numbers = ['Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'];
    const [, number = ''] = /(\w+)\s+looks come ready-made/.exec(text) ?? [];
    assert.equal(numbers.indexOf(number) + 5, readdirSync(new URL('themes/', DIST)).length);
  });

  it('names the version that it is about', () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    const named = new Set(Array.from(text.matchAll(/rewards-elements@([\d.]+\d)/g), ([, number]) => number));
    assert.deepEqual(named, new Set([version]));
  });
});
