import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProofConfig } from '../../../src/proxy/proofs/proof-config.ts';
import { asksForHolding, isStillHeld, type StillHeld } from '../../../src/proxy/proofs/still-held.ts';

const ADDRESS = `0x${'a1'.repeat(20)}` as const;
const CODE: ProofConfig = { type: 'code', code: 'lantern', field: 'code', label: 'Code', refusal: undefined };
const OWNERSHIP = {
  type: 'onchain',
  asks: 'address',
  chains: [{ id: 1, name: 'Ethereum' }],
  check: () => assert.fail('the proof itself is not asked'),
} satisfies ProofConfig;

function holding(held: boolean | Error, id = 1): ProofConfig {
  const isHeld = async () => (held instanceof Error ? Promise.reject(held) : held);
  return { ...OWNERSHIP, chains: [{ id, name: 'Chain' }], isHeld };
}

const all = (...proofs: ProofConfig[]): ProofConfig => ({ type: 'all', proofs });
const any = (...proofs: ProofConfig[]): ProofConfig => ({ type: 'any', proofs });
const not = (proof: ProofConfig): ProofConfig => ({ type: 'not', proof });
const DOWN = new Error('the chain cannot be read');

function find(proof: ProofConfig, ...kinds: string[]): Promise<StillHeld> {
  const granted = { address: ADDRESS, chainId: 1, kinds: new Set(['holding', ...kinds]) };
  return isStillHeld(proof, granted, (isHeld, address) => {
    const { signal } = new AbortController();
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    return isHeld(address, { signal, logger });
  });
}

describe('what a claim was granted for', () => {
  const cases: [name: string, proof: ProofConfig, held: StillHeld, kinds?: string[]][] = [
    ['is held', holding(true), true],
    ['is gone', holding(false), false],
    ['is not known where the chain cannot be read', holding(DOWN), { unknown: DOWN.message }],
    ['is gone where one of all is, whatever else cannot be read', all(holding(DOWN), holding(false)), false],
    ['is not known where one of all cannot be read', all(holding(true), holding(DOWN)), { unknown: DOWN.message }],
    ['is held where one of several is, whatever else cannot be read', any(holding(DOWN), holding(true)), true],
    ['is not known where the other one cannot be read', any(holding(false), holding(DOWN)), { unknown: DOWN.message }],
    ['is gone where a code came along, which is no holding', all(CODE, holding(false)), false, ['code']],
    ['is held where the code is new in the config', all(CODE, holding(true)), true],
    ['is gone where a code would have done, and was not given', any(CODE, holding(false)), false],
    ['is held where the code did it', all(holding(true), any(CODE, holding(false))), true, ['code']],
    ['is held where the signature did it', all(holding(true), any(OWNERSHIP, holding(false))), true, ['ownership']],
    ['is gone where there is now what must not be held', all(holding(true), not(holding(true))), false],
    ['is held where a code must not be known', all(holding(true), not(CODE)), true, ['code', 'not']],
    ['is gone on the chain that was signed for', any(holding(true, 137), holding(false)), false],
  ];
  for (const [name, proof, held, kinds = []] of cases) {
    it(name, async () => assert.deepEqual(await find(proof, ...kinds), held));
  }

  for (const [name, proof] of [
    ['of that chain', holding(false, 137)],
    ['at all', CODE],
  ] as const) {
    it(`is not known where today's config asks for no holding ${name}`, async () => {
      assert.deepEqual(await find(proof, 'code'), { unknown: 'the action asks for no holding on eip155:1' });
    });
  }

  it('is looked for where a holding is asked for, however deep', () => {
    assert.ok(asksForHolding(all(CODE, any(not(holding(true))))));
    assert.ok(!asksForHolding(all(CODE, any(OWNERSHIP))));
  });
});
