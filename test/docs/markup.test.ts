import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseTemplate } from '@angular/compiler';
import { compileTemplate, parse as parseVue } from '@vue/compiler-sfc';
import { transform } from 'lightningcss';
import { defaultTreeAdapter, type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { compile as compileSvelte } from 'svelte/compiler';
import type { Manifest } from '../../build/manifest/schema.ts';
import { DEBUG_STATES } from '../../src/elements/debug/states.ts';
import { PAGES_OF_DOCS, REPOSITORY_PAGES, snippetsOf } from './snippets.ts';

const DIST = new URL('../../dist/', import.meta.url);
const manifest: Manifest = JSON.parse(readFileSync(new URL('custom-elements.json', DIST), 'utf8'));
const declarations = manifest.modules.flatMap((module) => module.declarations);
const elements = new Map(declarations.map((one) => [one.tagName ?? '', one]));
const named = (list: 'cssParts' | 'cssProperties' | 'cssStates') =>
  new Set(declarations.flatMap((one) => one[list] ?? []).map(({ name }) => name));

const snippets = snippetsOf([...PAGES_OF_DOCS, ...REPOSITORY_PAGES]);
const inLanguage = (language: string) => snippets.filter((snippet) => snippet.language === language);

/** Attributes that any element may have. */
const GLOBAL = ['class', 'hidden', 'id', 'lang', 'dir', 'slot', 'style'];

type Element = DefaultTreeAdapterMap['element'];

/** What is wrong with the markup. `syntax` takes away what a framework adds to the name of an attribute; null where it is all its own. */
function flawsOf(html: string, attributeOf: (name: string) => string | null = (name) => name): string[] {
  const flaws: string[] = [];
  const fragment = parseFragment(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine }) => flaws.push(`line ${startLine}: ${code}`),
  });
  for (const element of elementsIn(fragment)) {
    const { tagName, attrs } = element;
    if (!tagName.startsWith('rewards-')) continue;
    const declaration = elements.get(tagName);
    if (!declaration) flaws.push(`there is no <${tagName}>`);
    const known = new Set([...(declaration?.attributes ?? []).map(({ name }) => name), 'debug-state', ...GLOBAL]);
    const events = new Set((declaration?.events ?? []).map(({ name }) => name));
    for (const { name, value } of attrs) {
      const attribute = attributeOf(name);
      if (attribute !== null && !known.has(attribute) && !events.has(attribute))
        flaws.push(`<${tagName}> has no ${name}`);
      if (name === 'debug-state' && !DEBUG_STATES.some((state) => state === value)) flaws.push(`no state ${value}`);
    }
    for (const child of defaultTreeAdapter.getChildNodes(element)) {
      const slot = defaultTreeAdapter.isElementNode(child)
        ? child.attrs.find(({ name }) => name === 'slot')?.value
        : undefined;
      if (slot !== undefined && !declaration?.slots?.some(({ name }) => name === slot)) flaws.push(`no slot ${slot}`);
    }
  }
  return flaws;
}

function* elementsIn(node: DefaultTreeAdapterMap['parentNode']): Generator<Element> {
  for (const child of defaultTreeAdapter.getChildNodes(node)) {
    if (!defaultTreeAdapter.isElementNode(child)) continue;
    yield child;
    yield* elementsIn(child);
  }
}

/** What the style sheet says of our elements that is not so. Throws where it is none. */
function styleFlaws(css: string): string[] {
  transform({ filename: 'snippet.css', code: Buffer.from(css) });
  const missing = (pattern: RegExp, known: ReadonlySet<string>) =>
    Array.from(css.matchAll(pattern), ([, name = '']) => name).filter((name) => !known.has(name));
  return [
    ...missing(/(--rewards-[\w-]+)/g, named('cssProperties')),
    ...missing(/::part\(([\w-]+)\)/g, named('cssParts')),
    ...missing(/:state\(([\w-]+)\)/g, named('cssStates')),
  ];
}

describe('the HTML of the documentation', () => {
  it('is there', () => assert.ok(inLanguage('html').length > 20));

  for (const { place, code } of inLanguage('html')) {
    it(`has what there is: ${place}`, () => assert.deepEqual(flawsOf(code), []));

    for (const [, style = ''] of code.matchAll(/<style>(.*?)<\/style>/gs)) {
      it(`has styles that hold: ${place}`, () => assert.deepEqual(styleFlaws(style), []));
    }

    for (const [, file = ''] of code.matchAll(/rewards-elements@[\d.]+\/(dist\/[\w/.-]+\.(?:js|css))"/g)) {
      it(`loads a file that is built: ${file} (${place})`, () => assert.ok(existsSync(new URL(`../${file}`, DIST))));
    }
  }
});

describe('the CSS of the documentation', () => {
  it('is there', () => assert.ok(inLanguage('css').length > 5));

  for (const { place, code } of inLanguage('css')) {
    it(`has what there is: ${place}`, () => assert.deepEqual(styleFlaws(code), []));
  }
});

describe('what the documentation has for frameworks', () => {
  it('is there', () => {
    for (const language of ['vue', 'svelte', 'tsx']) assert.ok(inLanguage(language).length > 0, language);
  });

  for (const { place, code } of inLanguage('vue')) {
    it(`compiles with Vue: ${place}`, () => {
      const { descriptor, errors } = parseVue(code);
      const { content: source = '' } = descriptor.template ?? {};
      const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('rewards-') };
      const { errors: inTemplate } = compileTemplate({ source, filename: 'x.vue', id: 'x', compilerOptions });
      assert.deepEqual([...errors, ...inTemplate], []);
      const markup = source.replace(/<([\w-]+)([^>]*)\/>/g, '<$1$2></$1>');
      assert.deepEqual(
        flawsOf(markup, (name) => (name === 'ref' ? null : name.replace(/^[:@]/, ''))),
        [],
      );
    });
  }

  for (const { place, code } of inLanguage('svelte')) {
    it(`compiles with Svelte: ${place}`, () => {
      compileSvelte(code, { generate: 'client' });
      const markup = code
        .replace(/<script.*?<\/script>|<style.*?<\/style>/gs, '')
        .replace(/=\{(?:.*\{\n(?:.*\n)*? *\}|.*)\}(?=[\s>])/g, '=""');
      assert.deepEqual(
        flawsOf(markup, (name) => (name === 'bind:this' ? null : name.replace(/^on(?=rewards-)/, ''))),
        [],
      );
    });
  }

  for (const { place, code } of snippets.filter(({ info }) => info === 'angular')) {
    it(`has a template that Angular takes: ${place}`, () => {
      const [, template = ''] = /template: `(.*?)`/s.exec(code) ?? [];
      assert.notEqual(template, '');
      assert.deepEqual(parseTemplate(template, 'check-in.html').errors, null);
      assert.deepEqual(
        flawsOf(template, (name) => name.replace(/^\[attr\.(.*)\]$|^\((.*)\)$/, '$1$2')),
        [],
      );
    });
  }
});

describe('the looks that the documentation names', () => {
  it('are those that there are', () => {
    const theme = PAGES_OF_DOCS.find(({ path }) => path.endsWith('theme.md'))?.text ?? '';
    const files = readdirSync(new URL('themes/', DIST)).map((name) => name.replace('.css', ''));
    const [, list = ''] = /Eight style sheets, each a few lines: (.*?)\./s.exec(theme) ?? [];
    assert.deepEqual(
      Array.from(list.matchAll(/`(\w+)`/g), ([, name]) => name),
      files.toSorted(),
    );
    assert.equal(files.length, 8);
  });
});
