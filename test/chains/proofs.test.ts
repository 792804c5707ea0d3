import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { encodeFunctionData, type Hex, pad, parseEther, toHex } from 'viem';
import { holding, type HoldingOptions } from '../../src/onchain/index.ts';
import { account, type Anvil, anvil, FINAL_DEPTH } from './anvil.ts';
import { assertRefused, chainAt, claimant, CONTRACT, deploy, minting, mintData, OTHER, proxyFor } from './claiming.ts';
import { tokenAbi } from './token.ts';

const ANN = account(1);
const BEN = account(2);
const CAT = account(3);
const DAY_S = 86_400;

describe('proofs of a chain that we did not write', () => {
  let chain: Anvil;
  before(async () => {
    chain = await anvil();
    await deploy(chain);
    await chain.mine(FINAL_DEPTH);
  });
  after(() => chain[Symbol.asyncDispose]());

  const mint = (
    id: bigint,
    { from = ANN.address, to = CONTRACT, ...rest }: { from?: Hex; to?: Hex; value?: bigint; waits?: boolean } = {},
  ) => chain.send({ from, to, data: mintData(id), ...rest });

  describe('a transaction', () => {
    it('is paid once it is final, tells how far it has come until then, and is paid once', async () => {
      await using setup = proxyFor(minting(chainAt([chain.url]), 7n));
      const hash = await mint(7n);
      const claim = await claimant(setup, { by: ANN, transaction: hash });
      const early = await claim();
      assert.deepEqual([early.status, early.body['code']], [409, 'not-yet']);
      assert.deepEqual(early.body['progress'], { done: 0, of: FINAL_DEPTH });
      assert.equal(setup.calls.length, 0);
      await chain.mine(FINAL_DEPTH - 1);
      assert.equal((await claim()).status, 409);
      await chain.mine();
      assert.equal((await claim()).status, 201);
      const ben = await claimant(setup, { by: BEN, memberId: 'ben', transaction: hash });
      assertRefused(await ben(), /sent from another address/);
      const borrowed = await claimant(setup, { by: ANN, memberId: 'ben', transaction: hash });
      assert.equal((await borrowed()).body['code'], 'not-proved');
      assert.equal(setup.calls.length, 1);
    });

    const forgeries: [name: string, send: () => Promise<Hex>, says: RegExp][] = [
      ['of a foreign sender', () => mint(7n, { from: BEN.address }), /sent from another address/],
      ['to another contract of the same kind', () => mint(7n, { to: OTHER }), /went to another address/],
      ['with another argument', () => mint(8n), /called something else/],
      [
        'of another method',
        () =>
          chain.send({
            from: ANN.address,
            to: CONTRACT,
            data: encodeFunctionData({ abi: tokenAbi, functionName: 'burn' }),
          }),
        /called something else/,
      ],
      ['without the value', () => mint(7n, { value: parseEther('0.01') - 1n }), /sent less/],
    ];
    for (const [name, send, says] of forgeries) {
      it(`${name} is refused`, async () => {
        await using setup = proxyFor(minting(chainAt([chain.url]), 7n, { least: '0.01' }));
        const hash = await send();
        await chain.mine(FINAL_DEPTH);
        assertRefused(await (await claimant(setup, { by: ANN, transaction: hash }))(), says);
        assert.equal(setup.calls.length, 0);
      });
    }

    it('that reverted is refused', async () => {
      await using setup = proxyFor(minting(chainAt([chain.url]), 0n));
      const hash = await mint(0n);
      await chain.mine(FINAL_DEPTH);
      assertRefused(await (await claimant(setup, { by: ANN, transaction: hash }))(), /failed on chain/);
    });

    it('whose event another contract emitted is refused', async () => {
      await using setup = proxyFor(
        minting(chainAt([chain.url]), 7n, {
          event: { abi: 'event Minted(address indexed to, uint256 id)', from: OTHER },
        }),
      );
      const hash = await mint(7n);
      await chain.mine(FINAL_DEPTH);
      assertRefused(await (await claimant(setup, { by: ANN, transaction: hash }))(), /did not do what counts/);
    });

    it('that another took the place of is refused', async () => {
      await using setup = proxyFor(minting(chainAt([chain.url]), 7n));
      await chain.ask('evm_setAutomine', false);
      const first = await mint(7n, { from: CAT.address, waits: true });
      const [{ nonce, gasPrice, maxFeePerGas }] = [
        await chain.ask<Record<string, Hex>>('eth_getTransactionByHash', first),
      ];
      const dearer = toHex(BigInt(maxFeePerGas ?? gasPrice ?? 0) * 2n);
      await chain.ask('eth_sendTransaction', {
        from: CAT.address,
        to: CAT.address,
        nonce,
        gas: toHex(21_000),
        gasPrice: dearer,
      });
      await chain.ask('evm_setAutomine', true);
      await chain.mine(FINAL_DEPTH + 1);
      const { status, body } = await (await claimant(setup, { by: CAT, transaction: first }))();
      // A node that has forgotten it can only say that it is not there.
      assert.ok(status === 403 || status === 409, JSON.stringify(body));
      assert.match(String(body['detail']), /place of this one|another one in its place/);
      assert.equal(setup.calls.length, 0);
    });

    it('of another chain, which an RPC tells of by mistake, grants nothing', async () => {
      await using elsewhere = await anvil({ chainId: 5 });
      await deploy(elsewhere);
      const hash = await elsewhere.send({ from: ANN.address, to: CONTRACT, data: mintData(7n) });
      await elsewhere.mine(FINAL_DEPTH);
      await using setup = proxyFor(minting(chainAt([elsewhere.url]), 7n));
      const { status, body } = await (await claimant(setup, { by: ANN, transaction: hash }))();
      assert.deepEqual([status, body['code']], [503, 'throttled']);
      assert.equal(setup.calls.length, 0);
    });
  });

  describe('a holding', () => {
    const wanted = (options: Partial<HoldingOptions> = {}) =>
      proxyFor(holding({ chain: chainAt([chain.url]), token: CONTRACT, standard: 'erc20', ...options }));
    const keep = (slot: bigint | Hex, value: bigint | Hex) =>
      chain.ask(
        'anvil_setStorageAt',
        CONTRACT,
        pad(toHex(BigInt(slot)), { size: 32 }),
        pad(toHex(BigInt(value)), { size: 32 }),
      );

    it('of each standard is paid where it is final, and refused to others', async () => {
      await keep(CAT.address, 1n);
      await keep(77n, CAT.address);
      await keep(BigInt(CAT.address) ^ 78n, 3n);
      await chain.mine(FINAL_DEPTH + 1);
      for (const options of [
        {},
        { standard: 'erc721' },
        { standard: 'erc721', id: 77n },
        { standard: 'erc1155', id: 78, least: '3' },
      ] satisfies Partial<HoldingOptions>[]) {
        // oxlint-disable-next-line no-await-in-loop -- one chain
        await using setup = wanted(options);
        assertRefused(await (await claimant(setup, { by: account(9), memberId: 'zoe' }))(), /does not hold/);
        assert.equal((await (await claimant(setup, { by: CAT }))()).status, 201);
      }
      for (const options of [
        { least: '2' },
        { standard: 'erc721', id: 76n },
        { standard: 'erc1155', id: 78, least: '4' },
        { standard: 'erc1155', id: 79 },
      ] satisfies Partial<HoldingOptions>[]) {
        // oxlint-disable-next-line no-await-in-loop -- one chain
        await using setup = wanted(options);
        assertRefused(await (await claimant(setup, { by: CAT }))(), /does not hold/);
      }
    });

    it('that is not final does not count, and one that is gone since counts until that is final', async () => {
      await using setup = wanted();
      const dan = account(4);
      await chain.send({ from: dan.address, to: CONTRACT, data: mintData(1n) });
      const claim = await claimant(setup, { by: dan });
      assertRefused(await claim(), /does not hold/);
      await chain.mine(FINAL_DEPTH);
      await chain.send({
        from: dan.address,
        to: CONTRACT,
        data: encodeFunctionData({ abi: tokenAbi, functionName: 'burn' }),
      });
      assert.equal((await claim()).status, 201);
      await using later = wanted();
      await chain.mine(FINAL_DEPTH);
      assertRefused(await (await claimant(later, { by: dan }))(), /does not hold/);
    });

    it('for days is looked at so long ago as well', async () => {
      const eve = account(5);
      const options = { heldForDays: 2 };
      await chain.send({ from: eve.address, to: CONTRACT, data: mintData(1n) });
      const pass = async (seconds: number) => {
        await chain.ask('evm_increaseTime', seconds);
        await chain.mine(FINAL_DEPTH + 1);
      };
      await pass(DAY_S);
      await using early = wanted(options);
      assertRefused(await (await claimant(early, { by: eve }))(), /for 2 days yet/);
      await pass(DAY_S + 1000);
      await using late = wanted(options);
      assert.equal((await (await claimant(late, { by: eve }))()).status, 201);
    });

    it('of a token that is not there grants nothing', async () => {
      await using setup = wanted({ token: `0x${'e0'.repeat(20)}`, least: 1n });
      const { status, body } = await (await claimant(setup, { by: CAT }))();
      assert.deepEqual([status, body['code']], [503, 'throttled']);
    });
  });
});
