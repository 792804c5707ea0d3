import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeError, evidenceText } from '../../src/service/text.ts';

describe('describeError', () => {
  const coded = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  const plain = Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' });
  const alert = Object.assign(
    new Error('40FD:error:0A000460:SSL routines:…/rec_layer_s3.c:918:SSL alert number 120\n'),
    {
      library: 'SSL routines',
      reason: 'tlsv1 alert no application protocol',
      code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
    },
  );
  const cases: [string, unknown, string][] = [
    ['the words', new Error('gone'), 'gone'],
    ['the name where there are no words', new RangeError(), 'RangeError'],
    ['the code beside the words', coded, 'other side closed (UND_ERR_SOCKET)'],
    [
      "OpenSSL's reason, and not where in its source code that is",
      alert,
      'tlsv1 alert no application protocol (ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL)',
    ],
    ['the code once', plain, 'connect ECONNREFUSED ::1:1'],
    [
      'the innermost cause',
      new TypeError('fetch failed', { cause: new Error('x', { cause: coded }) }),
      'other side closed (UND_ERR_SOCKET)',
    ],
    ['every error of several', new AggregateError([plain, new Error('b')]), 'connect ECONNREFUSED ::1:1; b'],
    ['the words of several without one', new AggregateError([], 'none'), 'none'],
    ['nothing of what is no error', 'secret', 'failed without an error'],
  ];
  for (const [what, error, words] of cases) it(`says ${what}`, () => assert.equal(describeError(error), words));
});

describe('evidenceText', () => {
  const secret = `ab/cd+e=f_g-h.i~j & "k" 'l' <m> \\n`;
  const json = JSON.stringify(secret).slice(1, -1);
  const ways: [string, string][] = [
    ['as it is', secret],
    ['in JSON', json],
    ['in JSON of PHP', json.replaceAll('/', String.raw`\/`)],
    [
      'in JSON that a page may hold',
      json.replaceAll(/[&'<>+]/g, (each) => escaped(each).toUpperCase().replace('U', 'u')),
    ],
    ['in JSON that escapes everything', Array.from(secret, escaped).join('')],
    ['in an address', encodeURIComponent(secret)],
    ['in an address with small letters', encodeURIComponent(secret).replaceAll(/%../g, (each) => each.toLowerCase())],
    ['in a form', new URLSearchParams([['', secret]]).toString().slice(1)],
    [
      'in HTML',
      secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;').replaceAll('/', '&#x2F;'),
    ],
    ['in HTML that escapes everything', Array.from(secret, (each) => `&#${each.charCodeAt(0)};`).join('')],
    ['in HTML with zeros before each number', Array.from(secret, (each) => `&#000000${each.charCodeAt(0)};`).join('')],
    [
      'in HTML that escapes everything in hex',
      Array.from(secret, (each) => `&#x00${each.charCodeAt(0).toString(16)};`).join(''),
    ],
  ];
  for (const [what, written] of ways) {
    it(`conceals a key that is written ${what}`, () => {
      assert.equal(evidenceText(`bad key ${written}!`, secret), 'bad key [api key]!');
    });
  }

  it('conceals a key with letters of other alphabets, and one that is very long', () => {
    const other = 'Grüße-日本-🎉';
    for (const written of [other, encodeURIComponent(other), Array.from(other.split(''), escaped).join('')]) {
      assert.equal(evidenceText(`bad key ${written}!`, other), 'bad key [api key]!');
    }
    const long = 'a/%41&amp;b'.repeat(1_000);
    for (const written of [long, encodeURIComponent(long), long.replaceAll('/', String.raw`\/`)]) {
      assert.equal(evidenceText(`bad key ${written}!`, long), 'bad key [api key]!');
    }
  });

  it('leaves what is no key', () => {
    assert.equal(evidenceText('bad key ab%2Fce, a.c', 'ab/cd'), 'bad key ab%2Fce, a.c');
    assert.equal(evidenceText('a+b a b', 'a.b'), 'a+b a b');
    assert.equal(evidenceText('&#9999999; %c3%28 %ff a', 'ab'), '&#9999999; %c3%28 %ff a');
  });
});

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
