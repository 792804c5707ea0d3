import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  parseAbi,
  toEventSelector,
} from 'viem';
import { holding } from '../../src/onchain/holding.ts';
import { type EventPattern, SENDER } from '../../src/onchain/patterns.ts';
import { transaction } from '../../src/onchain/transaction.ts';
import { ANN, BEN, CONTRACT, OTHER, type Reading, reading } from './reading.ts';
import { amount, type Sent, type SentLog } from './stand-in-chain.ts';

const TRANSFER = 'event Transfer(address indexed from, address indexed to, uint256 value)';
const abi = parseAbi([TRANSFER, 'event Approval(address indexed from, address indexed to, uint256 value)']);
const SHOP = `0x5${'0'.repeat(38)}5` as const;
/** It begins and ends as the shop's does. */
const LOOKS_LIKE_SHOP = `0x500${'1'.repeat(34)}005` as const;

interface Transfer {
  from?: Address;
  to?: Address;
  value?: bigint;
  token?: Address;
  eventName?: 'Transfer' | 'Approval';
}

function transfer({
  from = ANN.address,
  to = SHOP,
  value = 100n,
  token = CONTRACT,
  eventName = 'Transfer',
}: Transfer = {}): SentLog {
  const topics = encodeEventTopics({ abi, eventName, args: { from, to } }) as Hex[];
  return { address: token, topics, data: encodeAbiParameters([{ type: 'uint256' }], [value]) };
}

/** As tokens that are told apart have it: the same event by its hash, but for what is indexed. */
function transferOfOne(): SentLog {
  const { topics } = transfer();
  return { address: CONTRACT, topics: [...topics, numberToHex(100n, { size: 32 })], data: '0x' };
}

/** What was sent, once its block is final. */
async function check(read: Reading, sent: Partial<Sent>) {
  const hash = read.model.send({ from: ANN.address, to: CONTRACT, logs: [transfer()], ...sent });
  read.model.include(hash);
  read.model.mine(read.model.depth);
  const event: EventPattern = { abi: TRANSFER, where: { from: SENDER, to: SHOP, value: { least: 100n } } };
  return read.check(transaction({ chain: read.chain, to: CONTRACT, event }), { transaction: hash });
}

describe('a transfer to a shop', () => {
  it('is proved', async () => {
    await using read = await reading();
    assert.equal((await check(read, {})).kind, 'ok');
  });

  const forgeries: [name: string, sent: Partial<Sent>, says: RegExp][] = [
    // https://github.com/blockscout/blockscout/issues/13066: anybody may send nothing in anybody's name, and the true token says so.
    [
      'of nothing, which somebody else made in the name of the visitor',
      { from: BEN.address, logs: [transfer({ value: 0n })] },
      /another address than the one that signed/,
    ],
    // https://github.com/rotki/rotki/issues/5749: transfers of nothing stand in lists like any other.
    ['of nothing', { logs: [transfer({ value: 0n })] }, /did not do/],
    [
      'which somebody else made with what the visitor had allowed them',
      { from: BEN.address },
      /another address than the one that signed/,
    ],
    // https://github.com/entrius/allways/pull/444: sending from an address to itself counted as a delivery.
    ['to oneself', { logs: [transfer({ to: ANN.address })] }, /did not do/],
    // The first of these threads: it is done to have addresses in lists that look like a known one.
    ['to an address that looks like that of the shop', { logs: [transfer({ to: LOOKS_LIKE_SHOP })] }, /did not do/],
    ['from the shop', { logs: [transfer({ from: SHOP, to: ANN.address })] }, /did not do/],
    // https://github.com/ethereum/ethereum-org-website/pull/10115: a token's contract tells whatever its maker wants.
    [
      'of a token that calls itself the same',
      { to: OTHER, logs: [transfer({ token: OTHER })] },
      /went to another address/,
    ],
    [
      'of such a token, told beside one of nothing of the true one',
      { logs: [transfer({ token: OTHER }), transfer({ value: 0n })] },
      /did not do/,
    ],
    ['in two halves', { logs: [transfer({ value: 50n }), transfer({ value: 50n })] }, /did not do/],
    ['that was allowed, and not made', { logs: [transfer({ eventName: 'Approval' })] }, /did not do/],
    ['of one token of many, whose number is as large', { logs: [transferOfOne()] }, /did not do/],
    [
      'whose event has no more than its name',
      { logs: [{ ...transfer(), topics: [toEventSelector(TRANSFER)] }] },
      /did not do/,
    ],
  ];
  for (const [name, sent, says] of forgeries) {
    it(`${name} is refused`, async () => {
      await using read = await reading();
      const found = await check(read, sent);
      assert.ok(found.kind === 'refuse', found.kind);
      assert.match(found.detail, says);
    });
  }
});

describe('a holding', () => {
  it('that was borrowed for one block counts in no other, also while that one is not final yet', async () => {
    await using read = await reading();
    const { model } = read;
    const borrowedAt = model.latest.number + 1n;
    model.onCall = (_call, { number }) => amount(number === borrowedAt ? 1n : 0n);
    const proof = holding({ chain: read.chain, token: CONTRACT, standard: 'erc20', least: 1n });
    const found: [bigint, string][] = [];
    for (let n = 0; n <= model.depth + 2; n += 1) {
      model.mine();
      // oxlint-disable-next-line no-await-in-loop -- block by block
      found.push([model.finalized.number, (await read.check(proof)).kind]);
    }
    const counted = found.filter(([, kind]) => kind === 'ok').map(([number]) => number);
    assert.deepEqual(counted, [borrowedAt]);
  });

  it('that was borrowed for one block does not count where it has to be one of days', async () => {
    await using read = await reading();
    const { model } = read;
    model.mine(3 * 7200);
    const borrowedAt = model.latest.number + 1n;
    model.onCall = (_call, { number }) => amount(number === borrowedAt ? 1n : 0n);
    model.mine(1 + model.depth);
    assert.equal(model.finalized.number, borrowedAt);
    const proof = holding({ chain: read.chain, token: CONTRACT, standard: 'erc20', least: 1n, heldForDays: 2 });
    assert.equal((await read.check(proof)).kind, 'refuse');
  });

  it('that was passed on from wallet to wallet does not count for the next one where it has to be one of days', async () => {
    await using read = await reading();
    const { model } = read;
    model.mine(3 * 7200);
    const passedAt = model.latest.number + 1n;
    const owners: [Address, Address] = [BEN.address, ANN.address];
    model.onCall = ({ data }, { number }) => {
      const holder = owners[number < passedAt ? 0 : 1].slice(2).toLowerCase();
      return amount(data.endsWith(holder) ? 1n : 0n);
    };
    model.mine(1 + model.depth);
    const passedOn = { chain: read.chain, token: CONTRACT, standard: 'erc721' } as const;
    assert.equal((await read.check(holding(passedOn))).kind, 'ok');
    assert.equal((await read.check(holding({ ...passedOn, heldForDays: 2 }))).kind, 'refuse');
  });
});
