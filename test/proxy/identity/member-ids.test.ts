import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memberIdsOf, type MemberIdSettings } from '../../../src/proxy/identity/index.ts';

const NOOR = '739204618530271847';
/** The largest number of 64 bits. */
const LARGEST = '18446744073709551615';
const DIGITS = 'must be 5 to 20 digits without a leading zero';

const read = (value: unknown, settings?: MemberIdSettings) => memberIdsOf(settings).read(value);
const flawOf = (value: unknown, settings?: MemberIdSettings) => {
  const result = read(value, settings);
  return 'error' in result ? result.error : `taken as ${result.id}`;
};

/** Ways to write one id that one service or another reads as the same member. */
const ALIASES: Record<string, string> = {
  'what is left of it in 64 bits': String(BigInt(NOOR) + 2n ** 64n),
  'a leading zero': `0${NOOR}`,
  'many leading zeros': `0000${NOOR}`.slice(-20).padStart(20, '0'),
  'an underscore': '739_204_618_530_271_847',
  'a comma': '739,204,618,530,271,847',
  'a plus sign': `+${NOOR}`,
  'a minus sign': `-${NOOR}`,
  'an exponent': '7.39204618530271847e17',
  'a decimal point': `${NOOR}.0`,
  'a trailing point': `${NOOR}.`,
  hexadecimal: `0x${BigInt(NOOR).toString(16)}`,
  'a suffix for its type': `${NOOR}n`,
  'a space before': ` ${NOOR}`,
  'a space behind': `${NOOR} `,
  'a space inside': '739204618 530271847',
  'a line break behind': `${NOOR}\n`,
  'a carriage return': `${NOOR}\r`,
  'a tab': `\t${NOOR}`,
  'a no-break space': `\u00A0${NOOR}`,
  'an ideographic space': `${NOOR}\u3000`,
  'a line separator': `${NOOR}\u2028`,
  'a byte order mark': `\uFEFF${NOOR}`,
  'a zero-width space': `${NOOR.slice(0, 9)}\u200B${NOOR.slice(9)}`,
  'a zero-width joiner': `${NOOR}\u200D`,
  'a word joiner': `${NOOR}\u2060`,
  'a soft hyphen': `${NOOR.slice(0, 9)}\u00AD${NOOR.slice(9)}`,
  'a mark from right to left': `\u200F${NOOR}`,
  'an override of direction': `\u202E${NOOR}`,
  'a variation selector': `${NOOR}\uFE0F`,
  'a combining accent': `${NOOR}\u0301`,
  'a combining keycap': `${NOOR}\u20E3`,
  'a Hangul filler': `${NOOR}\u3164`,
  'a tag': `${NOOR}\u{E0031}`,
  'a NUL': `${NOOR}\0`,
  'a NUL and more': `${NOOR}\0admin`,
  'full-width digits': NOOR.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  'Arabic digits': NOOR.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
  'Devanagari digits': NOOR.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0966 + Number(digit))),
  'mathematical digits': NOOR.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  'a superscript': `${NOOR.slice(1)}\u00B2`,
  'a lone surrogate': `${NOOR}\uD800`,
  'a mention': `<@${NOOR}>`,
  'a mention with an exclamation mark': `<@!${NOOR}>`,
  quotes: `"${NOOR}"`,
  'percent signs': encodeURIComponent(NOOR).replace('7', '%37'),
  'two of them': `${NOOR},${NOOR}`,
  'another parameter': `${NOOR}&user_id=1`,
  'a path': `../${NOOR}`,
  'a comment': `${NOOR}#`,
};

describe('the rule for member ids', () => {
  it('takes 5 to 20 digits without a leading zero, as they are', () => {
    for (const id of ['12345', NOOR, '9'.repeat(19), LARGEST]) assert.deepEqual(read(id), { id });
    for (const text of [
      '',
      '0',
      '1234',
      '00000',
      '18446744073709551616',
      '9'.repeat(20),
      '9'.repeat(21),
      '9'.repeat(100_000),
      'wren',
      'constructor',
      '__proto__',
    ]) {
      assert.equal(flawOf(text), DIGITS, text.slice(0, 30));
    }
  });

  for (const [name, alias] of Object.entries(ALIASES)) {
    it(`has no second way to write an id: ${name}`, () => assert.equal(flawOf(alias), DIGITS));
  }

  it('takes text alone: what is no text has lost something, or never was an id', () => {
    const kinds: [unknown, string][] = [
      [Number(NOOR), 'a number'],
      [12345, 'a number'],
      [12345n, 'a bigint'],
      [true, 'a boolean'],
      [Symbol('12345'), 'a symbol'],
      [() => '12345', 'a function'],
      [null, 'null'],
      [undefined, 'undefined'],
      [['12345'], 'a list'],
      [{ toString: () => '12345' }, 'an object'],
      // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins -- what some libraries give
      [new String('12345'), 'an object'],
    ];
    for (const [value, kind] of kinds) {
      assert.equal(flawOf(value), `must be text, not ${kind}: ids are too large for numbers`);
    }
  });

  it('may be another one, for all of an id', () => {
    const pattern = '[a-z]{2,8}|bot';
    for (const id of ['wren', 'bot']) assert.deepEqual(read(id, { pattern }), { id });
    for (const text of ['w', 'Wren', 'wren!', ' wren', 'robot9', 'wren\n']) {
      assert.equal(flawOf(text, { pattern }), 'must be text that matches [a-z]{2,8}|bot');
    }
    assert.deepEqual(read('wren', { pattern: /[a-z]+/ }), { id: 'wren' });
    assert.deepEqual(read('é', { pattern: /\p{L}/u }), { id: 'é' });
    assert.equal(flawOf('wren', { example: NOOR }), `${DIGITS}, such as ${NOOR}`);
  });

  it('keeps out what cannot be seen, and what the ledger writes for itself, whatever the pattern', () => {
    const any = { pattern: '[\\s\\S]*' };
    const unseen = Object.entries(ALIASES).filter(([, alias]) => /[\s\p{C}\p{DI}]/u.test(alias));
    assert.ok(unseen.length > 15);
    for (const [name, alias] of unseen) assert.match(flawOf(alias, any), /^must be text that matches/, name);
    for (const text of ['', 'a'.repeat(65), '\u00AD', `purged:${NOOR}`, 'forgotten:abc']) {
      assert.match(flawOf(text, any), /^must be text that matches/, text);
    }
    assert.deepEqual(read('a'.repeat(64), any), { id: 'a'.repeat(64) });
  });

  it('keeps out what is another text or number by compatibility, whatever the pattern, unless the owner’s function makes it that', () => {
    const any = { pattern: '.*' };
    const same = Object.entries(ALIASES).filter(([name]) => /digits$|superscript/.test(name));
    assert.equal(same.length, 5);
    const names = ['ｗｒｅｎ', 'ﬁn', 'ʷren', '①②', 'Ⅷ', 'wren٣', 'wren߁'];
    for (const text of [...same.map(([, alias]) => alias), ...names]) {
      assert.match(flawOf(text, any), /^must be text that matches/, text);
    }
    for (const id of ['wren', 'Łukasz', 'نور', '陳大文', 'किशोर']) assert.deepEqual(read(id, any), { id });
    const canonical = (text: string) => text.normalize('NFKC');
    assert.deepEqual(read('ｗｒｅｎ', { ...any, canonical }), { id: 'wren' });
  });

  it('makes one id of what is the same text in two forms of Unicode', () => {
    const any = { pattern: '.+' };
    const composed = 'Zo\u00EB\u1E63'.normalize('NFC');
    for (const form of ['NFC', 'NFD'] as const) assert.deepEqual(read(composed.normalize(form), any), { id: composed });
  });

  it('makes one id of all that the owner’s function calls the same', () => {
    const canonical = (text: string) => /^<@!?(\d+)>$/.exec(text)?.[1] ?? text.trim();
    for (const text of [NOOR, `<@${NOOR}>`, `<@!${NOOR}>`, ` ${NOOR}\n`]) {
      assert.deepEqual(read(text, { canonical }), { id: NOOR });
    }
    assert.equal(flawOf(`<@0${NOOR}>`, { canonical }), DIGITS, 'the pattern holds for what comes of it');
    const lower = { pattern: '[a-zß-ÿ]+', canonical: (text: string) => text.toLowerCase() };
    for (const text of ['ZOË', 'zoë', 'Zoe\u0308']) assert.deepEqual(read(text, lower), { id: 'zoë' });
    const number = { canonical: (text: string) => String(BigInt(text.replaceAll('_', ''))) };
    for (const text of [NOOR, `000${NOOR}`, '739_204_618_530_271_847', `+${NOOR}`.slice(1)]) {
      assert.deepEqual(read(text, number), { id: NOOR });
    }
  });

  it('has the owner’s function refuse an id by null, by nothing, or by throwing', () => {
    for (const canonical of [
      () => null,
      // oxlint-disable-next-line no-useless-undefined, typescript/no-unsafe-type-assertion -- as in plain JavaScript
      () => undefined as unknown as null,
      (text: string) => String(BigInt(text)),
    ]) {
      assert.equal(flawOf('wren', { canonical }), DIGITS);
    }
  });

  it('throws where the owner’s function breaks its word', () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in plain JavaScript
    const numbers = { canonical: (text: string) => Number(text) as unknown as string };
    assert.throws(
      () => read(NOOR, numbers),
      /^TypeError: memberIds\.canonical gave a number: it has to give the id as text/,
    );
    const growing = { canonical: (text: string) => `1${text}` };
    assert.throws(() => read(NOOR, growing), /^TypeError: memberIds\.canonical gives another id for one that it gave/);
  });

  it('is made of a pattern that is one by itself, with no flag by which several texts pass for one id', () => {
    for (const pattern of ['[', 'a)|(b', '\\', /a/i, /a/g, /a/y, /a/m]) {
      assert.throws(() => memberIdsOf({ pattern }), /^TypeError: memberIds\.pattern (is no regular|has the flags)/);
    }
  });
});
