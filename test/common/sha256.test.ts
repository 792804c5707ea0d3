import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as Sha256 from '../../src/common/sha256.ts';
import { sha256Hex } from '../../src/common/sha256.ts';

/** FIPS 180-2, appendix B; the last is UTF-8, as other tools hash it. */
const KNOWN = {
  '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  abc: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  'Grüße 👋': '3745eff80308b1845900bac669c482402d94dcfcff0af891450dc1ff582d8d40',
};

describe('SHA-256', () => {
  for (const [text, hash] of Object.entries(KNOWN)) {
    it(`of ${JSON.stringify(text)} is the known one`, () => {
      assert.equal(sha256Hex(text), hash);
    });
  }

  it('is the same in a runtime that has none which answers at once', async (t) => {
    t.mock.method(process, 'getBuiltinModule', () => undefined);
    // The query has Node evaluate the file anew.
    const url = new URL('../../src/common/sha256.ts?portable', import.meta.url);
    const portable: typeof Sha256 = await import(url.href);
    assert.notEqual(portable.sha256Hex, sha256Hex);
    for (const [text, hash] of Object.entries(KNOWN)) assert.equal(portable.sha256Hex(text), hash);
  });
});
