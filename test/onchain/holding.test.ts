import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Address, encodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem';
import { holding, type HoldingOptions } from '../../src/onchain/holding.ts';
import { ANN, BEN, CONTRACT, OTHER, type Reading, reading } from './reading.ts';
import { amount } from './stand-in-chain.ts';
import { RpcError } from './stand-in-rpc.ts';

const DAY_BLOCKS = 7200;
const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function decimals() view returns (uint8)',
]);
const abi1155 = parseAbi(['function balanceOf(address owner, uint256 id) view returns (uint256)']);
const balanceOf = encodeFunctionData({ abi, functionName: 'balanceOf', args: [ANN.address] });
const balanceOf7 = encodeFunctionData({ abi: abi1155, args: [ANN.address, 7n] });
const ownerOf7 = encodeFunctionData({ abi, functionName: 'ownerOf', args: [7n] });
const decimals = encodeFunctionData({ abi, functionName: 'decimals' });

/** Has the token at `CONTRACT` answer so, as of blocks from that one on; before, it is not there. */
function token({ model }: Reading, answers: Record<Hex, Hex | (() => Hex)>, since = 0n): void {
  const { onCall } = model;
  model.onCall = ({ to, data }, block) => {
    if (to !== CONTRACT || block.number < since) return onCall({ to, data }, block);
    const answer = answers[data] ?? '0x';
    return typeof answer === 'function' ? answer() : answer;
  };
}

const wanted = ({ chain }: Reading, options: Partial<HoldingOptions> = {}) =>
  holding({ chain, token: CONTRACT, standard: 'erc20', least: '1', ...options });

const owner = (address: Address): Hex => encodeFunctionResult({ abi, functionName: 'ownerOf', result: address });
const reverts = (): Hex => {
  throw new RpcError(3, 'execution reverted', '0x');
};

describe('a holding', () => {
  const accepted: [name: string, options: Partial<HoldingOptions>, answers: Record<Hex, Hex>][] = [
    ['of an ERC-20 token', {}, { [balanceOf]: amount(10n ** 6n), [decimals]: amount(6n) }],
    ['of a part of one', { least: '0.25' }, { [balanceOf]: amount(250_000n), [decimals]: amount(6n) }],
    ['in the smallest unit', { least: 5n }, { [balanceOf]: amount(5n) }],
    ['of any ERC-721 token of a contract', { standard: 'erc721' }, { [balanceOf]: amount(1n) }],
    ['of one ERC-721 token', { standard: 'erc721', id: 7 }, { [ownerOf7]: owner(ANN.address) }],
    ['of an ERC-1155 token', { standard: 'erc1155', id: 7n, least: '3' }, { [balanceOf7]: amount(3n) }],
  ];
  for (const [name, options, answers] of accepted) {
    it(`${name} is proved`, async () => {
      await using read = await reading();
      token(read, answers);
      const found = await read.check(wanted(read, options));
      assert.ok(found.kind === 'ok', found.kind);
      const blocks = [Number(read.model.finalized.number)];
      assert.deepEqual(found.links, [{ family: 'eip155', value: ANN.address, isOnly: true }]);
      assert.partialDeepStrictEqual(found.evidence.at(-1), {
        type: 'holding',
        chain: 'eip155:1',
        address: ANN.address,
        blocks,
      });
    });
  }

  const refused: [name: string, options: Partial<HoldingOptions>, answers: Record<Hex, Hex | (() => Hex)>][] = [
    ['of one too few of the smallest unit', {}, { [balanceOf]: amount(10n ** 6n - 1n), [decimals]: amount(6n) }],
    ['of nothing', { least: 1n }, { [balanceOf]: amount(0n) }],
    ['of an ERC-721 token that another has', { standard: 'erc721', id: 7 }, { [ownerOf7]: owner(BEN.address) }],
    ['of an ERC-721 token that there is not', { standard: 'erc721', id: 7 }, { [ownerOf7]: reverts }],
    ['of too few of an ERC-1155 token', { standard: 'erc1155', id: 7, least: '3' }, { [balanceOf7]: amount(2n) }],
  ];
  for (const [name, options, answers] of refused) {
    it(`${name} is refused`, async () => {
      await using read = await reading();
      token(read, answers);
      const found = await read.check(wanted(read, options));
      assert.ok(found.kind === 'refuse', found.kind);
      assert.match(found.detail, /does not hold what counts here/);
    });
  }

  const lying: [name: string, options: Partial<HoldingOptions>, answers: Record<Hex, Hex | (() => Hex)>][] = [
    ['is no contract', { least: 1n }, {}],
    ['answers more than a number', { least: 1n }, { [balanceOf]: `${amount(1n)}00` }],
    ['answers less than a number', { least: 1n }, { [balanceOf]: '0xff' }],
    ['reverts', { least: 1n }, { [balanceOf]: reverts }],
    ['has no decimals', {}, { [balanceOf]: amount(2n ** 255n) }],
    ['has more decimals than a number has', {}, { [balanceOf]: amount(2n ** 255n), [decimals]: amount(2n ** 200n) }],
    ['has an owner that is no address', { standard: 'erc721', id: 7 }, { [ownerOf7]: '0x01' }],
  ];
  for (const [name, options, answers] of lying) {
    it(`of a contract that ${name} grants nothing, and the log says what to look at`, async () => {
      await using read = await reading();
      token(read, answers);
      const found = await read.check(wanted(read, options));
      assert.equal(found.kind, 'unavailable');
      assert.match(
        read.logs.at(-1)?.message ?? '',
        /does not answer as a token of erc\d+ does on Ethereum as of block/,
      );
    });
  }

  it('counts as of the last final block: what came since does not, and what went since still does', async () => {
    await using read = await reading();
    const { model } = read;
    const bought = model.latest.number + 1n;
    token(read, { [balanceOf]: amount(0n) });
    token(read, { [balanceOf]: amount(1n) }, bought);
    model.mine(model.depth);
    assert.equal((await read.check(wanted(read, { least: 1n }))).kind, 'refuse');
    model.mine();
    assert.equal((await read.check(wanted(read, { least: 1n }))).kind, 'ok');
  });

  // https://github.com/guildxyz/guild.xyz/pull/753: who may act for an address in part was taken for its holder.
  it('is refused to a member who has not signed for its holder, or has for the same address on another chain', async () => {
    await using read = await reading();
    token(read, { [balanceOf]: amount(1n) });
    for (const given of [{ by: BEN }, { chainId: 10 }]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const found = await read.check(wanted(read, { least: 1n }), given);
      assert.ok(found.kind === 'refuse', found.kind);
      assert.match(found.detail, /not one of that address/);
    }
  });

  it('that RPCs do not agree on grants nothing', async () => {
    await using read = await reading({ count: 2, quorum: 2 });
    token(read, { [balanceOf]: amount(0n) });
    const liar = read.model.copy();
    liar.onCall = () => amount(5n);
    const [first = assert.fail()] = read.rpcs;
    first.answer = (...call) => liar.answer(...call);
    assert.equal((await read.check(wanted(read, { least: 1n }))).kind, 'unavailable');
  });

  describe('for days', () => {
    const options = { least: 1n, heldForDays: 2 };

    it('is proved where it was there so long ago, within a few calls that claims share', async () => {
      await using read = await reading({ count: 1 });
      token(read, { [balanceOf]: amount(1n) });
      read.model.mine(30 * DAY_BLOCKS);
      const found = await read.check(wanted(read, options));
      assert.ok(found.kind === 'ok', found.kind);
      const { blocks } = found.evidence.at(-1) as { blocks: [number, number] };
      const [before, now] = blocks.map((number) => Number(read.model.blocks[number]?.timestamp));
      const held = Number(now) - Number(before) - 2 * 86_400;
      assert.ok(held >= 0 && held <= 600 + 300, `${held}`);
      const [rpc = assert.fail()] = read.rpcs;
      const asked = rpc.calls.length;
      assert.ok(asked <= 9, `${asked}`);
      await read.check(wanted(read, options));
      assert.ok(rpc.calls.length - asked <= 3, `${rpc.calls.length - asked}`);
    });

    it('is refused where it came since', async () => {
      await using read = await reading();
      read.model.mine(3 * DAY_BLOCKS);
      token(read, { [balanceOf]: amount(1n) }, read.model.latest.number - BigInt(DAY_BLOCKS));
      const found = await read.check(wanted(read, options));
      assert.ok(found.kind === 'refuse');
      assert.match(found.detail, /for 2 days yet/);
    });

    it('is refused where the chain is younger', async () => {
      await using read = await reading();
      token(read, { [balanceOf]: amount(1n) });
      assert.equal((await read.check(wanted(read, options))).kind, 'refuse');
    });

    it('is refused where it was held then, and is not any more', async () => {
      await using read = await reading();
      token(read, { [balanceOf]: amount(1n) });
      read.model.mine(3 * DAY_BLOCKS);
      token(read, { [balanceOf]: amount(0n) }, read.model.latest.number - 20n);
      assert.equal((await read.check(wanted(read, options))).kind, 'refuse');
    });

    it('grants nothing where no RPC keeps the state of so long ago, and the log says which block', async () => {
      await using read = await reading();
      read.model.mine(3 * DAY_BLOCKS);
      const recent = read.model.latest.number - 128n;
      read.model.onCall = (_call, { number }) => {
        if (number < recent) throw new RpcError(-32_000, 'missing trie node');
        return amount(1n);
      };
      assert.equal((await read.check(wanted(read, options))).kind, 'unavailable');
      assert.match(JSON.stringify(read.logs), /answered the error -32000 to eth_call/);
      assert.match(read.logs.at(-1)?.message ?? '', /a contract as of block \d+/);
    });

    it('finds its block in a chain that stood still for long', async () => {
      await using read = await reading();
      token(read, { [balanceOf]: amount(1n) });
      read.model.mine(5000, 1);
      read.model.mine(1, 40 * 86_400);
      read.model.mine(5000, 1);
      const found = await read.check(wanted(read, options));
      assert.ok(found.kind === 'ok', found.kind);
      assert.deepEqual((found.evidence.at(-1) as { blocks: number[] }).blocks[0], 5099);
    });
  });

  describe('as the owner describes it', () => {
    const wrong: [name: string, options: object, says: RegExp][] = [
      ['an unknown option', { days: 7 }, /^holding: days is no option: there are chain, token/],
      ['no address', { token: 'USDC' }, /token must be an address/],
      ['another standard', { standard: 'erc777' }, /standard must be 'erc20', 'erc721' or 'erc1155'/],
      ['an id of an ERC-20 token', { id: 1 }, /leave it out for ERC-20/],
      ['no id of an ERC-1155 token', { standard: 'erc1155' }, /id is missing/],
      ['half an id', { standard: 'erc721', id: 0.5 }, /id must be a whole number/],
      ['nothing to hold', { least: '0.0' }, /least must be a number above 0/],
      ['half an ERC-721 token', { standard: 'erc721', least: '0.5' }, /more than 0 digits/],
      ['two of one ERC-721 token', { standard: 'erc721', id: 7, least: '2' }, /there is one of each/],
      ['no days', { heldForDays: 0 }, /heldForDays must be a number of days above 0/],
    ];
    for (const [name, options, says] of wrong) {
      it(`cannot have ${name}`, async () => {
        await using read = await reading();
        assert.throws(
          () => wanted(read, options),
          (error: Error) => error instanceof TypeError && says.test(error.message),
        );
      });
    }
  });

  it('of an address that no contract has at another one is not mistaken for it', async () => {
    await using read = await reading();
    token(read, { [balanceOf]: amount(1n) });
    assert.equal((await read.check(wanted(read, { token: OTHER, least: 1n }))).kind, 'unavailable');
  });
});
