import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Hex, serializeErc6492Signature } from 'viem';
import { ownership } from '../../src/onchain/index.ts';
import { claimWith, messageFor } from '../proxy/onchain/signing.ts';
import type { Reply } from '../proxy/support/check-reply.ts';
import type { Setup } from '../proxy/support/setup.ts';
import { account, type Anvil, anvil } from './anvil.ts';
import { assertRefused, chainAt, claimant, proxyFor } from './claiming.ts';

const ANN = account(1);
const BEN = account(2);
const YES: Hex = `0x${'1e'.repeat(20)}`;
const NO: Hex = `0x${'2e'.repeat(20)}`;
const BROKEN: Hex = `0x${'3e'.repeat(20)}`;
const NOWHERE: Hex = `0x${'4e'.repeat(20)}`;
/** What contracts run: one gives EIP-1271's word for a signature that holds, one a 0, one reverts. */
const CODES = { [YES]: '0x631626ba7e60e01b5f5260205ff3', [NO]: '0x5f5f5260205ff3', [BROKEN]: '0x5f5ffd' };

describe('the ownership of an address, on a chain that we did not write', () => {
  let chain: Anvil;
  before(async () => {
    chain = await anvil();
    await Promise.all(Object.entries(CODES).map(([address, code]) => chain.ask('anvil_setCode', address, code)));
  });
  after(() => chain[Symbol.asyncDispose]());

  const proxy = () => proxyFor(ownership({ chains: [chainAt([chain.url])] }));
  const sign = async (setup: Setup, address: Hex, wrap: (signature: Hex) => Hex = (one) => one): Promise<Reply> => {
    const message = await messageFor(setup, { address });
    return claimWith(setup, { message, signature: wrap(await BEN.signMessage({ message })) });
  };

  it('is shown by the signature of its own key', async () => {
    await using setup = proxy();
    assert.equal((await (await claimant(setup, { by: ANN }))()).status, 201);
  });

  it('is shown by a contract that takes the signature, also one that takes all, for its own address alone', async () => {
    await using setup = proxy();
    assert.equal((await sign(setup, YES)).status, 201);
  });

  for (const [name, address] of [
    ['somebody else', ANN.address],
    ['a contract that does not take it', NO],
    ['a contract that reverts', BROKEN],
    ['an address where nothing is', NOWHERE],
  ] as const) {
    it(`is not shown by another's signature for ${name}`, async () => {
      await using setup = proxy();
      assertRefused(await sign(setup, address), /not one of that address/);
      assert.equal(setup.calls.length, 0);
    });
  }

  it('is not shown by a wallet to be, whose factory makes none', async () => {
    await using setup = proxy();
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: YES, data: '0x', signature });
    assertRefused(await sign(setup, NOWHERE, wrap), /not one of that address/);
  });

  it('of a contract cannot be found out while no RPC answers', async () => {
    await using gone = await anvil();
    await using setup = proxyFor(ownership({ chains: [chainAt([gone.url])] }));
    await gone[Symbol.asyncDispose]();
    const { status, body } = await sign(setup, YES);
    assert.deepEqual([status, body['code']], [503, 'throttled']);
  });
});
