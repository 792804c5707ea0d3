import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReference, claimTime, isClaimId, newClaimId, timePrefix } from '../../../src/ledger/claims/claim-id.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('a claim id', () => {
  it('has its time, and is new each time', () => {
    const id = newClaimId(NOW);
    assert.ok(isClaimId(id));
    assert.equal(claimTime(id), NOW);
    assert.notEqual(newClaimId(NOW), id);
  });

  it('sorts by time', () => {
    const ids = [NOW, NOW + 1, NOW + 31, NOW + 32, NOW + 86_400_000].map(newClaimId);
    assert.deepEqual(ids.toReversed().toSorted(), ids);
    assert.ok(timePrefix(NOW) <= newClaimId(NOW) && newClaimId(NOW) < timePrefix(NOW + 1));
  });

  it('is told from what is none', () => {
    const id = newClaimId(NOW);
    const [time, bits] = [id.slice(0, 10), id.slice(10)];
    for (const text of ['', time, bits, `x${id}`, `${id}0`, id.slice(1), id.slice(0, -1), `${id}\n`]) {
      assert.ok(!isClaimId(text), text);
    }
    for (const text of [`i${id.slice(1)}`, `${time}g${bits.slice(1)}`, id.toUpperCase(), `${id.slice(0, -1)}\0`]) {
      assert.ok(!isClaimId(text), text);
    }
  });

  it('has a beginning to read out, which does not tell the rest', () => {
    const id = newClaimId(NOW);
    assert.equal(claimReference(id), id.slice(0, 13));
  });
});
