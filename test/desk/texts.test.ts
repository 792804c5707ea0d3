import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseFragment } from 'parse5';
import { parseSync, Visitor } from 'vite';
import { count, LANGUAGE } from '../../src/desk/page/texts.ts';

const PAGE = fileURLToPath(new URL('../../src/desk/page/', import.meta.url));
/** What stands in a file as it is in every language. */
const SAME_IN_ALL = /^(?:\/|→|·|…|#|—|memberId,points,role,remark,key\s[\w,\s-]*)$/;
const SHOWN = new Set(['alt', 'aria-label', 'aria-description', 'placeholder', 'title']);

/** The words of a language in the templates of a module, and what asks for the forms of one by its name. */
function wordsIn(code: string, name: string): string[] {
  const words: string[] = [];
  const shown = (text: string) => {
    const trimmed = text.replaceAll('\0', ' ').trim();
    if (/\p{L}{2}/u.test(trimmed) && !SAME_IN_ALL.test(trimmed)) words.push(trimmed);
  };
  new Visitor({
    TaggedTemplateExpression({ tag, quasi: { quasis } }) {
      if (tag.type !== 'Identifier' || tag.name !== 'html') return;
      // A value may stand where the name of an attribute does.
      walk(parseFragment(quasis.map(({ value }) => value.raw).join('\0')), shown);
    },
    Literal({ value, start }) {
      if (typeof value !== 'string' || !/^[a-z]{2}(?:-[A-Z]{2})?$/.test(value)) return;
      if (/(?:Intl\.\w+|toLocale\w+)\($/.test(code.slice(0, start))) words.push(value);
    },
  }).visit(parseSync(name, code, { lang: 'ts' }).program);
  return words;
}

interface Walked {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Walked[];
}

function walk(node: unknown, shown: (text: string) => void): void {
  const { nodeName, value, attrs = [], childNodes = [] } = node as Walked;
  if (nodeName === '#text' && value !== undefined) shown(value);
  for (const attribute of attrs) if (SHOWN.has(attribute.name)) shown(attribute.value);
  for (const child of childNodes) walk(child, shown);
}

describe("the desk's page", () => {
  for (const name of globSync('**/*.ts', { cwd: PAGE }).toSorted()) {
    it(`has its words in one place, from where another language can take theirs: ${name}`, () => {
      assert.deepEqual(wordsIn(readFileSync(PAGE + name, 'utf8'), name), []);
    });
  }

  it('counts as its language does', () => {
    assert.equal(count(1, { one: '{count} line', other: '{count} lines' }), '1 line');
    assert.equal(count(1000, { one: '{count} line', other: '{count} lines' }), '1,000 lines');
    assert.equal(count(1, { other: '{count} 行' }), '1 行');
  });

  it('says which language that is', () => {
    assert.equal(Intl.getCanonicalLocales(LANGUAGE)[0], LANGUAGE);
    assert.match(readFileSync(`${PAGE}main.ts`, 'utf8'), /document\.body\.lang = LANGUAGE/);
  });
});
