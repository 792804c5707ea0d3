import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeError } from '../../src/service/text.ts';

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
