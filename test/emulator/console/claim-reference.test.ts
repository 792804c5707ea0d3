import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReferenceIn } from '../../../src/emulator/console/claim-reference.ts';
import { claimReference, newClaimId } from '../../../src/ledger/index.ts';

describe("a claim's reference", () => {
  const found = (remark: string) => claimReferenceIn({ form: { remark } });

  it('is found at the end of a remark', () => {
    for (const now of [0, 1_780_000_000_000, Number.MAX_SAFE_INTEGER]) {
      const reference = claimReference(newClaimId(now));
      assert.equal(found(`Daily [check-in] [${reference}]`), reference);
    }
  });

  it('is not taken for what else a remark may have in brackets', () => {
    const reference = claimReference(newClaimId(1_780_000_000_000));
    const others = [
      'Daily',
      'Daily [summer]',
      `Daily [${reference}] again`,
      `Daily [${reference}0]`,
      'Daily [iiiiiiiiiiabc]',
    ];
    for (const remark of others) assert.equal(found(remark), null, remark);
    assert.equal(claimReferenceIn({ form: null }), null);
    assert.equal(claimReferenceIn({ form: {} }), null);
  });
});
