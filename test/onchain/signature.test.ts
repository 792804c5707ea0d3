import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Hex } from 'viem';
import { ownership } from '../../src/onchain/ownership.ts';
import { ANN, BEN, type Reading, reading } from './reading.ts';

const YES: Hex = '0x01';
const NO: Hex = '0x00';

const found = async (read: Reading, by = BEN) => (await read.check(ownership({ chains: [read.chain] }), { by })).kind;

/** What RPCs were asked, but for whose chain they are of. */
const asked = ({ rpcs }: Reading) =>
  rpcs
    .flatMap(({ calls }) => calls.map(({ method }) => method))
    .filter((method) => method !== 'eth_chainId')
    .toSorted();

describe('a signature that is not of the address’s own key', () => {
  it('counts where a contract says so as of the last block that counts, for that block of each RPC and a call of as many as have to agree', async () => {
    await using read = await reading();
    read.model.onCall = () => YES;
    assert.equal(await found(read), 'ok');
    const blocks = Array.from({ length: 3 }, () => 'eth_getBlockByNumber');
    assert.deepEqual(asked(read), ['eth_call', 'eth_call', ...blocks]);
  });

  it('is refused where no contract says so, for one call more of each', async () => {
    await using read = await reading();
    read.model.onCall = () => NO;
    assert.equal(await found(read), 'refuse');
    assert.equal(asked(read).filter((method) => method === 'eth_call').length, 4);
  });

  it('is waited for where a contract has said so only since, until that block counts', async () => {
    await using read = await reading();
    const { model } = read;
    model.mine();
    const since = model.latest.number;
    model.onCall = (_call, { number }) => (number >= since ? YES : NO);
    for (let mined = 0; mined < model.depth; mined += 1) {
      // oxlint-disable-next-line no-await-in-loop -- block by block
      assert.equal(await found(read), 'not-yet');
      model.mine();
    }
    assert.equal(await found(read), 'ok');
  });

  it('is refused where the block in which a contract said so was taken back', async () => {
    await using read = await reading();
    const { model } = read;
    model.mine();
    const { hash } = model.latest;
    model.onCall = (_call, block) => (block.hash === hash ? YES : NO);
    assert.equal(await found(read), 'not-yet');
    model.reorganize(1);
    assert.equal(await found(read), 'refuse');
  });

  it('can neither count nor be refused while no RPC tells the last block that counts', async () => {
    await using read = await reading();
    for (const rpc of read.rpcs) {
      rpc.fault = ({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined);
    }
    read.model.onCall = () => YES;
    assert.equal(await found(read), 'unavailable');
    assert.equal(await found(read, ANN), 'ok');
  });
});
