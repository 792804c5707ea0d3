import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem';
import { SENDER } from '../../src/onchain/patterns.ts';
import { transaction, type TransactionOptions } from '../../src/onchain/transaction.ts';
import { ANN, BEN, CONTRACT, OTHER, type Reading, reading } from './reading.ts';
import type { Sent, SentLog } from './stand-in-chain.ts';

const MINT = 'function mint(uint256 id, address to)';
const MINTED = 'event Minted(address indexed to, uint256 indexed id, uint256 price)';
const abi = parseAbi([
  MINT,
  MINTED,
  'function burn(uint256 id, address to)',
  'event Burned(address indexed to, uint256 indexed id, uint256 price)',
]);
const input = (id: bigint, to: Hex = ANN.address, functionName: 'mint' | 'burn' = 'mint') =>
  encodeFunctionData({ abi, functionName, args: [id, to] });

interface Minting {
  to?: Hex;
  address?: Hex;
  eventName?: 'Minted' | 'Burned';
  price?: bigint;
}

function minted(
  id: bigint,
  { to = ANN.address, address = CONTRACT, eventName = 'Minted', price = 5n }: Minting = {},
): SentLog {
  const topics = encodeEventTopics({ abi, eventName, args: { to, id } }) as Hex[];
  return { address, topics, data: encodeAbiParameters([{ type: 'uint256' }], [price]) };
}

const GOOD: Sent = { from: ANN.address, to: CONTRACT, input: input(7n), value: parseEther('0.01'), logs: [minted(7n)] };

const wanted = ({ chain }: Reading, options: Partial<TransactionOptions> = {}) =>
  transaction({
    chain,
    to: CONTRACT,
    method: MINT,
    args: [7n, SENDER],
    least: '0.01',
    event: { abi: MINTED, where: { to: SENDER, id: 7n, price: { least: 5n } } },
    ...options,
  });

/** Has it taken into a block, and that block counted. */
function finalize({ model }: Reading, sent: Sent): Hex {
  const hash = model.send(sent);
  model.include(hash);
  model.mine(model.depth);
  return hash;
}

describe('a transaction', () => {
  it('is proved once its block is final, and is good for one claim', async () => {
    await using read = await reading();
    const hash = finalize(read, GOOD);
    const found = await read.check(wanted(read), { transaction: hash });
    assert.ok(found.kind === 'ok');
    const block = Number(read.model.finalized.number);
    assert.partialDeepStrictEqual(found.evidence.at(-1), {
      type: 'transaction',
      chain: 'eip155:1',
      hash,
      block,
      address: ANN.address,
    });
    assert.partialDeepStrictEqual(found.singleUses, [{ id: `tx:eip155:1:${hash}`, returns: true }]);
    // So that it pays not again when the owner changes `pays` later.
    assert.deepEqual(
      found.singleUses.map(({ id }) => id),
      [`tx:eip155:1:${hash}`, `tx:eip155:1:${hash}:mint`],
    );
    assert.deepEqual(found.links, [{ family: 'eip155', value: ANN.address, isOnly: true }]);
  });

  it('has one name, however its hash is written', async () => {
    await using read = await reading();
    const hash = finalize(read, GOOD);
    const found = await read.check(wanted(read), { transaction: `0x${hash.slice(2).toUpperCase()}` });
    assert.ok(found.kind === 'ok');
    assert.equal(found.singleUses[0]?.id, `tx:eip155:1:${hash}`);
  });

  it('pays once for each action where the owner says so', async () => {
    await using read = await reading();
    const hash = finalize(read, GOOD);
    const found = await read.check(wanted(read, { pays: 'per-action' }), { transaction: hash });
    assert.ok(found.kind === 'ok');
    assert.deepEqual(
      found.singleUses.map(({ id }) => id),
      [`tx:eip155:1:${hash}:mint`],
    );
  });

  const forgeries: [name: string, sent: Partial<Sent>, says: RegExp][] = [
    ['sent by somebody else', { from: BEN.address }, /another address than the one that signed/],
    ['to another contract', { to: OTHER }, /went to another address/],
    ['that made a contract', { to: null }, /went to another address/],
    ['that called another method', { input: input(7n, ANN.address, 'burn') }, /called something else/],
    ['that called nothing', { input: '0x' }, /called something else/],
    ['with another argument', { input: input(8n) }, /called something else/],
    ["with somebody else's address as an argument", { input: input(7n, BEN.address) }, /called something else/],
    ['with arguments cut off', { input: input(7n).slice(0, -2) as Hex }, /called something else/],
    ['that sent too little', { value: parseEther('0.01') - 1n }, /sent less/],
    ['that failed', { status: '0x0' }, /failed on chain/],
    ['that emitted nothing', { logs: [] }, /did not do/],
    ['whose event is of another contract', { logs: [minted(7n, { address: OTHER })] }, /did not do/],
    ['with another event', { logs: [minted(7n, { eventName: 'Burned' })] }, /did not do/],
    ['whose event is for somebody else', { logs: [minted(7n, { to: BEN.address })] }, /did not do/],
    ['whose event has another value', { logs: [minted(8n)] }, /did not do/],
    ['whose event has too small a number', { logs: [minted(7n, { price: 4n })] }, /did not do/],
    ['whose event is cut off', { logs: [{ ...minted(7n), data: '0x' }] }, /did not do/],
    [
      'of two events that are each in part what counts',
      { logs: [minted(8n), minted(7n, { to: BEN.address })] },
      /did not do/,
    ],
  ];
  for (const [name, sent, says] of forgeries) {
    it(`is refused ${name}`, async () => {
      await using read = await reading();
      const hash = finalize(read, { ...GOOD, ...sent });
      const found = await read.check(wanted(read), { transaction: hash });
      assert.ok(found.kind === 'refuse', found.kind);
      assert.match(found.detail, says);
    });
  }

  // https://github.com/entrius/allways/pull/6: any transaction of somebody else's that fitted could be named.
  it('is refused to a member who has not signed for its sender', async () => {
    await using read = await reading();
    const hash = finalize(read, GOOD);
    const found = await read.check(wanted(read), { transaction: hash, by: BEN });
    assert.ok(found.kind === 'refuse', found.kind);
    assert.match(found.detail, /not one of that address/);
  });

  it('of another chain is refused before anything is read', async () => {
    await using read = await reading();
    const hash = finalize(read, GOOD);
    const found = await read.check(wanted(read), { transaction: hash, chainId: 5 });
    assert.equal(found.kind, 'refuse');
    assert.deepEqual(
      read.rpcs.flatMap(({ calls }) => calls),
      [],
    );
  });

  it('is waited for until its block is final, and tells how far it has come', async () => {
    await using read = await reading();
    const { model } = read;
    const hash = model.send(GOOD);
    const settings = wanted(read);
    assert.deepEqual(await read.check(settings, { transaction: hash }), {
      kind: 'not-yet',
      retryAfter: 15,
      progress: { done: 0, of: 4 },
    });
    model.include(hash);
    for (const done of [0, 1, 2, 3]) {
      const found = await read.check(settings, { transaction: hash });
      const retryAfter = Math.max((4 - done) * 12, 10);
      assert.deepEqual(found, { kind: 'not-yet', retryAfter, progress: { done, of: 4 } });
      model.mine();
    }
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'ok');
  });

  it('is asked about once a minute where it takes long', async () => {
    await using read = await reading();
    const { model } = read;
    model.depth = 64;
    const hash = model.send(GOOD);
    model.include(hash);
    const found = await read.check(wanted(read), { transaction: hash });
    assert.deepEqual(found, { kind: 'not-yet', retryAfter: 60, progress: { done: 0, of: 64 } });
  });

  it('is waited for where an RPC tells of a last block that there cannot be, without a word on how far it has come', async () => {
    await using read = await reading();
    const { model, rpcs } = read;
    const hash = model.send(GOOD);
    model.include(hash);
    const [first = assert.fail()] = rpcs;
    first.answer = (method, params) => {
      const told = model.answer(method, params);
      return params[0] === 'latest' ? { ...Object(told), number: `0x${'f'.repeat(64)}` } : told;
    };
    assert.deepEqual(await read.check(wanted(read), { transaction: hash }), { kind: 'not-yet', retryAfter: 15 });
  });

  it('counts confirmations where the owner asks for them, its own block being the first', async () => {
    await using read = await reading({ finality: { confirmations: 3 } });
    const { model } = read;
    const hash = model.send(GOOD);
    model.include(hash);
    const settings = wanted(read);
    for (const done of [1, 2]) {
      const found = await read.check(settings, { transaction: hash });
      assert.deepEqual(found, { kind: 'not-yet', retryAfter: 15, progress: { done, of: 3 } });
      model.mine();
    }
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'ok');
  });

  it('that failed in a block that may be taken back is waited for, and the visitor is told', async () => {
    await using read = await reading();
    const { model } = read;
    const hash = model.send({ ...GOOD, status: '0x0' });
    model.include(hash);
    const settings = wanted(read);
    const found = await read.check(settings, { transaction: hash });
    assert.partialDeepStrictEqual(found, { kind: 'not-yet', reason: 'This transaction failed on chain.' });
    model.mine(model.depth);
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'refuse');
  });

  it('that nobody has seen is waited for, with a word on those that were replaced', async () => {
    await using read = await reading();
    const found = await read.check(wanted(read), { transaction: `0x${'12'.repeat(32)}` });
    assert.ok(found.kind === 'not-yet');
    assert.match(JSON.stringify(found.reason), /has not been seen on chain yet.*another one in its place/);
  });

  it('that another one took the place of is refused', async () => {
    await using read = await reading();
    const hash = read.model.send({ ...GOOD, nonce: 3n });
    finalize(read, { ...GOOD, nonce: 3n });
    const found = await read.check(wanted(read), { transaction: hash });
    assert.ok(found.kind === 'refuse');
    assert.match(found.detail, /took the place of this one/);
  });

  for (const count of [1, 2, 3]) {
    it(`is waited for where it is in a final block, and an RPC of ${count} has no receipt of it yet`, async () => {
      await using read = await reading({ count, quorum: Math.min(count, 2) });
      const { model, rpcs } = read;
      const hash = finalize(read, GOOD);
      const lacking = rpcs.slice(0, Math.max(count - 1, 1));
      for (const rpc of lacking)
        rpc.fault = ({ method }) => (method.endsWith('Receipt') ? { result: null } : undefined);
      assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'not-yet');
      for (const rpc of lacking) rpc.fault = () => undefined;
      assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'ok');
      assert.equal(model.receipts.size, 1);
    });
  }

  it('is waited for again where its block was taken back', async () => {
    await using read = await reading();
    const { model } = read;
    const hash = model.send(GOOD);
    model.include(hash);
    model.mine(2);
    model.reorganize(3);
    model.mine(model.depth);
    const settings = wanted(read);
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'not-yet');
    model.include(hash);
    model.mine(model.depth);
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'ok');
  });

  it('is not proved by a receipt of a block that is no more', async () => {
    await using read = await reading();
    const { model } = read;
    const hash = model.send(GOOD);
    model.include(hash);
    const remembered = model.receipts.get(hash) ?? assert.fail();
    model.mine(2);
    model.reorganize(3);
    model.mine(model.depth);
    model.receipts.set(hash, remembered);
    assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'not-yet');
  });

  describe('as the owner describes it', () => {
    const wrong: [name: string, options: object, says: RegExp][] = [
      ['an unknown option', { contract: CONTRACT }, /^transaction: contract is no option: there are chain, to, /],
      ['no address', { to: 'lanternkeep.eth' }, /^transaction: to must be an address such as 0x/],
      [
        'an address with other capitals',
        {
          to: ANN.address
            .replace(/[a-f]/, (letter) => letter.toUpperCase())
            .replace(/[A-F](?=[^A-F]*$)/, (letter) => letter.toLowerCase()),
        },
        /EIP-55/,
      ],
      ['a method that cannot be read', { method: 'mint' }, /^transaction: method must be 'function mint/],
      ['an event for a method', { method: MINTED }, /^transaction: method must be/],
      ['arguments without a method', { method: undefined }, /method is missing/],
      ['too few arguments', { args: [7n] }, /args must have 2 entries/],
      ['an argument of another type', { args: ['seven', SENDER] }, /args\[0\] is no value of the type uint256/],
      ['a number that is not exact', { args: [2 ** 60, SENDER] }, /numbers above 2\^53 need an n/],
      [
        'the sender where no address stands',
        { args: [SENDER, SENDER] },
        /args\[0\] is of the type uint256, and SENDER is an address/,
      ],
      ['no value', { least: '0' }, /least must be a number above 0/],
      ['a value that is a number', { least: 0.01 }, /in quotes, in ether/],
      ['a value that is too exact', { least: '0.0000000000000000001' }, /more than 18 digits/],
      ['an event that cannot be read', { event: { abi: 'Minted' } }, /event\.abi must be 'event Minted/],
      [
        'a parameter that there is not',
        { event: { abi: MINTED, where: { owner: SENDER } } },
        /event\.where\.owner is no parameter.*to, id, price/,
      ],
      [
        'a parameter that is kept as a hash',
        { event: { abi: 'event Named(string indexed name)', where: { name: 'Ann' } } },
        /keeps a hash/,
      ],
      ['a least address', { event: { abi: MINTED, where: { to: { least: 1 } } } }, /only numbers are at least/],
      ['another way to pay', { pays: 'twice' }, /pays must be 'once' or 'per-action'/],
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
});
