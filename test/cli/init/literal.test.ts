import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { literal, markup } from '../../../src/cli/init/literal.ts';
import { shellWord } from '../../../src/cli/init/shell-word.ts';
import { ODD_TITLE } from './scaffold.ts';

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\\', '"', "'", '`', '${', '</', '&', '\n', '\u2028'), fc.string({ maxLength: 1 })),
});

describe('a text within a file', () => {
  it('is itself again when the literal is read as JavaScript, and ends neither literal nor script', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const code = literal(text);
        assert.equal(runInNewContext(code), text);
        assert.doesNotMatch(code, /<\/|\n/);
        assert.match(code, /^'.*'$/su);
      }),
    );
  });

  it('is plain markup without quotes, brackets or braces', () => {
    const html = markup(ODD_TITLE);
    assert.doesNotMatch(html, /[<>"'`{}]/);
    const text = html.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));
    assert.equal(text, ODD_TITLE);
  });

  it('is one word of a shell, in quotes where that reads more into it', () => {
    assert.equal(shellWord('../sites/my_site-1.0'), '../sites/my_site-1.0');
    for (const text of ['my site', 'a;b', '$HOME', '*', '']) assert.equal(shellWord(text), `'${text}'`);
  });
});
