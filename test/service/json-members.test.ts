import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { membersOf, wholeNumber } from '../../src/service/json-members.ts';

describe('membersOf', () => {
  it('gives every member as it was written, those that share a name as well', () => {
    const text = ' { "a" : 1.0 ,"\\u0061":"x,}\\"]:{","b":{"a":[1,{"c":2}]},"":null , "b" :[ ] } ';
    assert.deepEqual(membersOf(text), [
      ['a', '1.0'],
      ['a', '"x,}\\"]:{"'],
      ['b', '{"a":[1,{"c":2}]}'],
      ['', 'null'],
      ['b', '[ ]'],
    ]);
    assert.deepEqual(membersOf('{}'), []);
    assert.deepEqual(membersOf('{"__proto__":1}'), [['__proto__', '1']]);
  });

  it('agrees with JSON.parse on any object, however it is spaced', () => {
    const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 4 }), (object, space) => {
        const text = JSON.stringify(object, null, space);
        const members = membersOf(text).map(([name, json]): [string, unknown] => [name, JSON.parse(json)]);
        assert.deepEqual(Object.fromEntries(members), Object.fromEntries(Object.entries(JSON.parse(text))));
        assert.equal(members.length, Object.keys(JSON.parse(text)).length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is done with a large object soon', () => {
    const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    assert.deepEqual(membersOf(`{"a":${nested},"b":"${'\\"'.repeat(30_000)}"}`).length, 2);
  });
});

describe('wholeNumber', () => {
  const whole: [string, bigint][] = [
    ['0', 0n],
    ['-0', 0n],
    ['0.00', 0n],
    ['0e99999', 0n],
    ['10', 10n],
    ['1e1', 10n],
    ['1.0E+1', 10n],
    ['100e-1', 10n],
    ['-12.50e1', -125n],
    ['9007199254740993', 9007199254740993n],
    ['1e300', 10n ** 300n],
  ];
  for (const [json, value] of whole) it(`takes ${json} for ${value}`, () => assert.equal(wholeNumber(json), value));

  const others = ['0.5', '1e-400', '9.999999999999999999999', '1e999999999', '"1"', 'null', 'true', '[1]', '{"a":1}'];
  for (const json of others) it(`takes ${json} for none`, () => assert.equal(wholeNumber(json), null));
});
