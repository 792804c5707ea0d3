import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeAt } from '../../../src/proxy/proofs/authenticator.ts';
import { base32Bytes } from '../../../src/proxy/proofs/base32.ts';
import { provedBy, proving, refusesAll } from './proving.ts';

describe('a code that an authenticator shows', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const key = base32Bytes(secret);
  assert.ok(key);
  const ROTATING = { type: 'rotating-code', secret, minutes: 5 } as const;
  const MINUTE = 60_000;

  it('is that of RFC 6238, appendix B, with six digits', () => {
    const known: [number, string][] = [
      [59, '287082'],
      [1111111109, '081804'],
      [1111111111, '050471'],
      [1234567890, '005924'],
      [2000000000, '279037'],
      [20000000000, '353130'],
    ];
    for (const [seconds, code] of known) assert.equal(codeAt(key, seconds * 1000), code);
  });

  it('counts for its minutes, also half a minute ahead, and written in two groups', async () => {
    for (const ago of [0, MINUTE, 5 * MINUTE, -30_000]) {
      await using setup = proving(ROTATING);
      const code = codeAt(key, setup.clock.now - ago);
      assert.equal((await setup.tour({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).status, 201, String(ago));
    }
  });

  it('says in the ledger when it was shown', async () => {
    await using setup = proving(ROTATING);
    await setup.tour({ code: codeAt(key, setup.clock.now - MINUTE) });
    const shownAt = new Date(setup.clock.now - MINUTE).toISOString();
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'rotating-code', shownAt }] });
  });

  const NOON = Date.UTC(2026, 2, 10, 12);
  refusesAll(ROTATING, [
    ['one that is too old', { code: codeAt(key, NOON - 5 * MINUTE - 30_000) }],
    ['one of tomorrow', { code: codeAt(key, NOON + 1440 * MINUTE) }],
    ['one of a minute ahead', { code: codeAt(key, NOON + MINUTE) }],
    ['one of another secret', { code: codeAt(new Uint8Array(20), NOON) }],
    ['its first digits', { code: codeAt(key, NOON).slice(0, 5) }],
    ['the secret', { code: secret }],
    ['a number', { code: Number(codeAt(key, NOON)) }],
  ]);
});
