import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evidenceText } from '../../../src/desk/page/views/evidence.ts';

describe('what came back, at the desk', () => {
  it('says in words that the connection ended, which runtimes say in codes', () => {
    for (const failure of ['other side closed (UND_ERR_SOCKET)', 'read ECONNRESET', 'write EPIPE']) {
      assert.match(
        evidenceText({ failure }),
        /^the connection ended before the whole answer came \((?:UND|E)[A-Z_]+\)$/,
      );
    }
  });

  it('is as it was recorded otherwise', () => {
    assert.equal(evidenceText({ status: 500, code: 1, failure: 'HTTP 500: odd' }), 'HTTP 500, code 1, HTTP 500: odd');
    assert.equal(evidenceText(null), '–');
  });
});
