import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { highlight } from '../../../demo/playground/highlight.ts';
import { SNIPPETS } from '../../../demo/playground/snippets/index.ts';
import { facts, SAMPLES } from './samples.ts';

const kindsOf = (code: string) =>
  highlight(code)
    .filter(({ kind }) => kind !== null)
    .map(({ kind, text }) => `${kind} ${text}`);

describe('highlighted code', () => {
  it('is all of the code, whatever is in it', () => {
    for (const settings of SAMPLES) {
      for (const { id, write } of SNIPPETS) {
        const code = write(settings, facts);
        assert.equal(
          highlight(code)
            .map(({ text }) => text)
            .join(''),
          code,
          id,
        );
      }
    }
    assert.deepEqual(highlight(''), []);
  });

  it('knows tags, their attributes, and what these are', () => {
    assert.deepEqual(kindsOf(`<rewards-checkin compact action="be-there's 2"></rewards-checkin>`), [
      'tag <rewards-checkin',
      'name action',
      `string "be-there's 2"`,
      'tag >',
      'tag </rewards-checkin',
      'tag >',
    ]);
    assert.deepEqual(kindsOf('<!-- a "word" -->'), ['comment <!-- a "word" -->']);
  });

  it('knows words, numbers and texts of a script, and takes no address for a comment', () => {
    assert.deepEqual(
      kindsOf(`const of = async () => ({ type: 'it\\'s', at: "https://x.example/", n: [10] }); // it's`),
      [
        'keyword const',
        'keyword async',
        `string 'it\\'s'`,
        'string "https://x.example/"',
        'number 10',
        `comment // it's`,
      ],
    );
  });
});
