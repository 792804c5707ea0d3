import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import type { Manifest } from '../../build/manifest/schema.ts';
import { SIDEBAR } from '../../demo/docs/sidebar.ts';
import { PACKAGES } from '../../build/packages/manifests.ts';
import { PROBLEMS } from '../../src/contract/problem-codes.ts';
import { locales } from '../../src/elements/locales/index.ts';
import { FAULT_PRESETS } from '../../src/emulator/console/fault-presets.ts';
import { type Page as DocumentationPage, PAGES_OF_DOCS, REPOSITORY_PAGES } from './snippets.ts';

const ROOT = new URL('../../', import.meta.url);
const pages = new Map(PAGES_OF_DOCS.map(({ path, text }) => [path.replace(/^.*\//, ''), text]));
const page = (name: string): string => pages.get(name) ?? '';
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const manifest: Manifest = JSON.parse(read('dist/custom-elements.json'));
const declarations = manifest.modules.flatMap((module) => module.declarations);

const withoutCode = (markdown: string): string => markdown.replace(/^ *```.*?^ *```/gms, '');

/** The anchors of a text in Markdown, as places that show a repository make them of its headings, and those that it has itself. */
function anchorsIn(markdown: string): Set<string> {
  const prose = withoutCode(markdown);
  const own = Array.from(prose.matchAll(/<a id="([^"]+)"><\/a>/g), ([, id = '']) => id);
  const headings = Array.from(prose.matchAll(/^#+ (.*?)(?: <a id=.*)?$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replace(/&[lg]t;/g, '')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
  return new Set([...headings, ...own]);
}

/** What a text links to in its repository, by the path from there, each with what follows `#`. */
function linksIn({ path, text }: DocumentationPage): { file: string; anchor: string }[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, '');
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
    .filter((link) => !link.startsWith('https://'))
    .map((link) => {
      const [target = '', anchor = ''] = link.split('#');
      return { file: target === '' ? path : posix.join(posix.dirname(path), target), anchor };
    });
}

describe('what is read where the repository is shown', () => {
  for (const shown of [...REPOSITORY_PAGES, ...PAGES_OF_DOCS]) {
    const { path, text } = shown;
    it(`links to what is there: ${path}`, () => {
      for (const { file, anchor } of linksIn(shown)) {
        assert.ok(existsSync(new URL(file, ROOT)), `there is no ${file}`);
        if (anchor) assert.ok(anchorsIn(read(file)).has(anchor), `${file} has no #${anchor}`);
      }
    });

    it(`has no syntax that is shown as it is: ${path}`, () => {
      assert.doesNotMatch(withoutCode(text), /\{#|^:::|^\[\[toc|<[A-Z]\w+ \/>(?!`)/m);
    });
  }
});

describe('the sidebar of the documentation', () => {
  it('has an entry for each page, and a page for each entry', () => {
    const entries = SIDEBAR.flatMap(({ items = [] }) => items.map(({ link = '' }) => `${link.slice(1)}.md`));
    assert.deepEqual(entries.toSorted(), [...pages.keys()].filter((name) => name !== 'index.md').toSorted());
  });
});

describe('SECURITY.md', () => {
  it('comes with both packages, and says where to report to who has nothing else', () => {
    const reporting = /^## Reporting\n(.*?)^## /ms.exec(read('SECURITY.md'))?.[1] ?? '';
    for (const { name, files } of PACKAGES) {
      assert.ok(files.includes('SECURITY.md'), name);
      assert.ok(reporting.includes(`npm owner ls ${name}\n`), name);
    }
  });
});

describe('asvs.md', () => {
  it('has each requirement of the levels 1 and 2 once, in order, with a status', () => {
    const rows = Array.from(page('asvs.md').matchAll(/^\| (V.*?) +\| ([12, ]+?) +\|.*?\| (.*?) +\| .*? +\|$/gm));
    const numbers = rows.flatMap(([, requirements = '']) => requirements.split(', ').flatMap(numbersIn));
    assert.equal(new Set(numbers).size, numbers.length);
    // The standard has 70 of level 1 and 183 of level 2.
    assert.equal(numbers.length, 253);
    const first = rows.map(([, requirements = '']) => requirements.replace(/[ ,].*$/, ''));
    assert.deepEqual(first, first.toSorted(new Intl.Collator('en', { numeric: true }).compare));
    const statuses = new Set(rows.map(([, , , status]) => status));
    assert.deepEqual(statuses, new Set(['held', '**not held**', "the owner's", 'does not apply']));
  });
});

/** `V1.2.6 to V1.2.8` is three of them. */
function numbersIn(text: string): string[] {
  const [from = '', to = from] = text.split(' to ');
  const last = (number: string): number => Number(number.split('.')[2]);
  const section = from.replace(/\d+$/, '');
  return Array.from({ length: last(to) - last(from) + 1 }, (_, n) => `${section}${last(from) + n}`);
}

describe('the pages of the documentation', () => {
  it('show of the apps that are built what a reader has a use for', () => {
    const trials = [...pages].filter(([name]) => name.startsWith('in-'));
    assert.equal(trials.length, 14);
    for (const [name, text] of trials)
      assert.doesNotMatch(text, /noToken|__ENDPOINT__|ts-expect-error|\bauto\b.*false/, name);
  });

  it('name files of the repository that are there', () => {
    // What recipes name is in the reader's own project.
    const ours = [...pages].filter(([name]) => name !== 'servers.md' && !name.startsWith('in-'));
    const named = ours
      .map(([name, text]) =>
        Array.from(text.matchAll(/`((?:src|demo|test|build)\/[\w./-]*|[A-Z]+\.md)`/g), ([, file = '']) => ({
          name,
          file,
        })),
      )
      .flat();
    assert.ok(named.length > 15, `${named.length} files`);
    assert.deepEqual(
      named.filter(({ file }) => !existsSync(new URL(file, ROOT))),
      [],
    );
  });

  it('explain every problem code, with its status and a fix', () => {
    const text = page('troubleshoot.md');
    for (const [code, { status }] of Object.entries(PROBLEMS)) {
      const [, section = ''] = text.split(`### \`${code}\`\n`);
      const [own = ''] = section.split('\n#');
      assert.match(own, new RegExp(`^\\s*\\*\\*${status}\\.\\*\\* `), code);
      assert.match(own, /_Fix:_ \S+/, code);
    }
  });

  it('explain no problem code that there is not', () => {
    const explained = page('troubleshoot.md').matchAll(/^### `([\w-]+)`$/gm);
    assert.deepEqual(new Set(Array.from(explained, ([, code]) => code)), new Set(Object.keys(PROBLEMS)));
  });

  it('list every element with all that it has', () => {
    const text = page('elements.md');
    for (const element of declarations.filter(({ tagName }) => tagName)) {
      assert.ok(text.includes(`## &lt;${element.tagName}&gt;\n`), element.tagName);
      for (const { name } of [
        ...(element.attributes ?? []),
        ...(element.events ?? []),
        ...(element.cssProperties ?? []),
      ])
        assert.ok(text.includes(`| \`${name}\` |`), `${element.tagName} ${name}`);
      for (const { name } of element.cssParts ?? []) assert.ok(text.includes(`::part(${name})`), name);
      for (const { name } of element.cssStates ?? []) assert.ok(text.includes(`:state(${name})`), name);
    }
    for (const { tagName } of declarations)
      if (tagName) assert.ok(page('embed.md').includes(`| \`<${tagName}>\``), tagName);
  });

  it('count what there is', () => {
    assert.match(page('translate.md'), new RegExp(`widgets speak ${locales.length + 1} languages`));
    for (const { name } of FAULT_PRESETS) assert.ok(page('emulator.md').includes(`| ${name} |`), name);
  });

  it('name the version that they are about', () => {
    const { version }: { version: string } = JSON.parse(read('package.json'));
    const named = new Set(
      Array.from([...pages.values()].join('\n').matchAll(/rewards-elements@([\d.]+\d)/g), ([, number]) => number),
    );
    assert.deepEqual(named, new Set([version]));
  });
});
