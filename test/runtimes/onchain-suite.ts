import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, type Hex, parseAbi } from 'viem';
import type { Finding } from '../../src/proxy/index.ts';
import { ANN, BEN, OTHER, type Reading, reading } from '../onchain/reading.ts';
import { amount } from '../onchain/stand-in-chain.ts';
import { MINTED, type OnchainCall, TOKEN } from './check-onchain.ts';

const MESSAGE = 'example.org wants you to sign in with your Ethereum account';
const abi = parseAbi([MINTED, 'function mint(uint256 id)']);
const YES: Hex = '0x01';
const NO: Hex = '0x00';

/** What wallets have signed and done, found out wherever `check` does. */
export function onchainSuite(name: string, check: (call: OnchainCall) => Promise<Finding>): void {
  describe(`proofs on chain in ${name}`, () => {
    let read: Reading;

    before(async () => {
      read = await reading({ count: 1 });
    });

    after(() => read?.[Symbol.asyncDispose]());

    async function found(
      proof: OnchainCall['proof'],
      given: { by?: typeof ANN; address?: Hex; transaction?: Hex } = {},
    ): Promise<string> {
      const { by = ANN, address = ANN.address, transaction = null } = given;
      const signature = await by.signMessage({ message: MESSAGE });
      const finding = await check({
        rpc: read.urls[0] ?? '',
        proof,
        claim: { address, message: MESSAGE, signature, transaction },
      });
      return finding.kind;
    }

    it('know whose signature it is, by its key or by a contract', async () => {
      assert.equal(await found('ownership'), 'ok');
      read.model.onCall = () => NO;
      assert.equal(await found('ownership', { by: BEN }), 'refuse');
      assert.equal(await found('ownership', { address: OTHER }), 'refuse');
      read.model.onCall = () => YES;
      assert.equal(await found('ownership', { address: OTHER }), 'ok');
    });

    it('know what an address holds', async () => {
      for (const [held, kind] of [
        [1n, 'ok'],
        [0n, 'refuse'],
      ] as const) {
        read.model.onCall = () => amount(held);
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        assert.equal(await found('holding'), kind);
      }
    });

    it('know a transaction, and wait until it is final', async () => {
      const { model } = read;
      const topics = encodeEventTopics({ abi, eventName: 'Minted', args: { to: ANN.address } }) as Hex[];
      const log = { address: TOKEN, topics, data: encodeAbiParameters([{ type: 'uint256' }], [7n]) };
      const input = encodeFunctionData({ abi, functionName: 'mint', args: [7n] });
      const [hash, other] = [[log], []].map((logs) => model.send({ from: ANN.address, to: TOKEN, input, logs }));
      assert.ok(hash && other);
      model.include(hash);
      model.include(other);
      assert.equal(await found('transaction', { transaction: hash }), 'not-yet');
      model.mine(model.depth);
      assert.equal(await found('transaction', { transaction: hash }), 'ok');
      assert.equal(await found('transaction', { transaction: other }), 'refuse');
    });
  });
}
