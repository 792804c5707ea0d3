import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  concat,
  encodeFunctionData,
  fromRlp,
  type Hex,
  pad,
  parseAbi,
  parseTransaction,
  serializeTransaction,
  toHex,
  toRlp,
} from 'viem';
import { accountOf } from '../../../demo/chain/accounts.ts';
import { HARBOUR_CHAIN, LANTERN } from '../../../demo/chain/facts.ts';
import { AskedChain, signed } from './asked-chain.ts';

const NOOR = accountOf('Noor');
const WREN = accountOf('Wren');
const ABI = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
]);
const balanceOf = (owner: Hex) => encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [owner] });
const ownerOf = (id: bigint) => encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [id] });
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

/** The same transaction with its nonce of 0 written as a byte, where there is to be none. */
function rewritten(raw: Hex): Hex {
  const fields = fromRlp(`0x${raw.slice(4)}`, 'hex');
  assert.ok(typeof fields !== 'string');
  return concat(['0x02', toRlp(fields.map((field, at) => (at === 1 ? '0x00' : field)))]);
}

interface Told {
  number: Hex;
  hash: Hex;
  timestamp: Hex;
}

async function blockOf(chain: AskedChain, block: string): Promise<Told> {
  return (await chain.read('eth_getBlockByNumber', block, false)) as Told;
}

const heightOf = async (chain: AskedChain, block: string) => Number((await blockOf(chain, block)).number);

describe('the chain of the demo', () => {
  it('has a number of its own, and a block every two seconds, final once six stand on it', async () => {
    const chain = new AskedChain();
    assert.equal(await chain.read('eth_chainId'), toHex(HARBOUR_CHAIN.id));
    const [latest, safe, final] = await Promise.all(
      ['latest', 'safe', 'finalized'].map((block) => heightOf(chain, block)),
    );
    assert.ok(latest !== undefined && latest > 6);
    assert.deepEqual([safe, final], [latest - 3, latest - 6]);
    assert.equal(await chain.read('eth_blockNumber'), toHex(latest));
    chain.wait(1);
    assert.equal(await heightOf(chain, 'latest'), latest);
    chain.wait(1);
    assert.equal(await heightOf(chain, 'latest'), latest + 1);
    assert.equal(await chain.read('eth_getBlockByNumber', toHex(latest + 2), false), null);
  });

  it('keeps its blocks as they are, each two seconds after the one before', async () => {
    const chain = new AskedChain();
    const before = await blockOf(chain, 'latest');
    await chain.light(NOOR);
    chain.wait(2);
    const after = await blockOf(chain, 'latest');
    assert.equal(Number(after.timestamp) - Number(before.timestamp), 2);
    assert.notEqual(after.hash, before.hash);
    chain.wait(60);
    assert.deepEqual(await blockOf(chain, before.number), before);
    assert.deepEqual(await blockOf(chain, after.number), after);
  });

  it('takes a transaction into the next block, with its event and receipt', async () => {
    const chain = new AskedChain();
    const hash = await chain.read('eth_sendRawTransaction', await signed(NOOR));
    const waiting = (await chain.read('eth_getTransactionByHash', hash)) as Record<string, unknown>;
    assert.deepEqual([waiting['blockHash'], waiting['from']], [null, NOOR.address.toLowerCase()]);
    assert.equal(await chain.read('eth_getTransactionReceipt', hash), null);
    assert.equal(await chain.read('eth_getTransactionCount', NOOR.address, 'latest'), '0x0');
    assert.equal(await chain.read('eth_getTransactionCount', NOOR.address, 'pending'), '0x1');
    chain.wait(2);
    const block = await blockOf(chain, 'latest');
    const receipt = (await chain.read('eth_getTransactionReceipt', hash)) as Record<string, unknown>;
    assert.deepEqual([receipt['blockHash'], receipt['status']], [block.hash, '0x1']);
    const logs = receipt['logs'] as { address: Hex; topics: Hex[] }[];
    assert.deepEqual(
      logs.map(({ address, topics }) => [address, topics.length]),
      [
        [LANTERN, 2],
        [LANTERN, 4],
      ],
    );
    assert.equal(logs[0]?.topics[1], pad(NOOR.address).toLowerCase());
    assert.equal(await chain.read('eth_getTransactionCount', NOOR.address, 'latest'), '0x1');
  });

  it('gives the deed to the address that lights the lantern, once, and tells of it as of each block', async () => {
    const chain = new AskedChain();
    const before = await blockOf(chain, 'latest');
    await chain.light(NOOR);
    await chain.light(NOOR, 1);
    await chain.light(WREN);
    chain.wait(2);
    const after = await blockOf(chain, 'latest');
    const held = (owner: Hex, { hash: blockHash }: Told) =>
      chain.read('eth_call', { to: LANTERN, data: balanceOf(owner) }, { blockHash, requireCanonical: true });
    assert.equal(await held(NOOR.address, before), pad('0x0'));
    assert.equal(await held(NOOR.address, after), pad('0x1'));
    const second = await chain.read('eth_call', { to: LANTERN, data: ownerOf(2n) }, 'latest');
    assert.equal(second, pad(WREN.address).toLowerCase());
  });

  it('tells of what reverts, and keeps nothing of it', async () => {
    const chain = new AskedChain();
    const hash = await chain.chain.send(await signed(NOOR, { data: '0xdeadbeef' }));
    chain.wait(2);
    const receipt = (await chain.read('eth_getTransactionReceipt', hash)) as Record<string, unknown>;
    assert.deepEqual([receipt['status'], receipt['logs']], ['0x0', []]);
    assert.equal(await chain.read('eth_call', { to: LANTERN, data: balanceOf(NOOR.address) }, 'latest'), pad('0x0'));
    for (const call of [{ to: LANTERN, data: ownerOf(1n) }, { to: LANTERN, data: '0x' }, { data: '0x6001' }]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await chain.ask('eth_call', call, 'latest')).error?.code, 3);
    }
    assert.equal(await chain.read('eth_call', { to: NOOR.address, data: '0x' }, 'latest'), '0x');
  });

  it('refuses what is forged, for another chain, sent again, or costs what nobody has', async () => {
    const chain = new AskedChain();
    const good = await signed(NOOR);
    const { r, s, yParity, v: _, ...transaction } = parseTransaction(good);
    assert.ok(r && s && yParity !== undefined && transaction.type === 'eip1559');
    const mirrored = { r, s: toHex(ORDER - BigInt(s), { size: 32 }), yParity: 1 - yParity };
    const sent: [string, Hex, RegExp][] = [
      ['another chain', await signed(NOOR, { chainId: 1 }), /invalid chain id/],
      ['a nonce to come', await signed(NOOR, { nonce: 1 }), /nonce too high/],
      ['a value', await signed(NOOR, { value: 1n }), /insufficient funds/],
      ['a fee', await signed(NOOR, { maxFeePerGas: 1n }), /insufficient funds/],
      ['too little gas', await signed(NOOR, { gas: 20_999n }), /intrinsic gas too low/],
      ['the other form of a signature', serializeTransaction(transaction, mirrored), /invalid transaction v, r, s/],
      ['no signature', serializeTransaction(transaction), /not a signed transaction/],
      ['another way to write it', rewritten(good), /not a signed transaction/],
      ['more than a transaction', `${good}00`, /not a signed transaction/],
      [
        'an older kind',
        await NOOR.signTransaction({ type: 'legacy', chainId: HARBOUR_CHAIN.id }),
        /type not supported/,
      ],
      ['what is no point', serializeTransaction(transaction, { r: toHex(ORDER - 1n), s, yParity }), /invalid sender/],
    ];
    for (const [what, raw, message] of sent) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.match((await chain.ask('eth_sendRawTransaction', raw)).error?.message ?? '', message, what);
    }
    const hash = await chain.read('eth_sendRawTransaction', good);
    assert.match((await chain.ask('eth_sendRawTransaction', good)).error?.message ?? '', /already known/);
    const replaced = await signed(NOOR, { data: '0x' });
    assert.match((await chain.ask('eth_sendRawTransaction', replaced)).error?.message ?? '', /nonce too low/);
    chain.wait(2);
    assert.equal(await chain.read('eth_getTransactionCount', NOOR.address, 'latest'), '0x1');
    assert.ok(hash);
  });

  it('takes a foreign signature for a transaction of the one who made it, and of nobody else', async () => {
    const chain = new AskedChain();
    const { r, s, yParity } = parseTransaction(await signed(WREN, { nonce: 5 }));
    const { r: _r, s: _s, yParity: _y, v: _v, ...transaction } = parseTransaction(await signed(NOOR));
    assert.ok(r && s && yParity !== undefined && transaction.type === 'eip1559');
    const forged = serializeTransaction(transaction, { r, s, yParity });
    const { result: hash } = await chain.ask('eth_sendRawTransaction', forged);
    chain.wait(2);
    const found = hash === undefined ? null : await chain.read('eth_getTransactionByHash', hash);
    assert.notEqual((found as { from?: Hex } | null)?.from, NOOR.address.toLowerCase());
    assert.equal(await chain.read('eth_call', { to: LANTERN, data: balanceOf(NOOR.address) }, 'latest'), pad('0x0'));
  });

  it('says what it does not know, and what is no call', async () => {
    const chain = new AskedChain();
    for (const method of ['eth_mine', 'toString', '__proto__', 'eth_getLogs']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await chain.ask(method)).error?.code, -32_601, method);
    }
    const wrong: [string, ...unknown[]][] = [
      ['eth_getBlockByNumber', 'tomorrow'],
      ['eth_getTransactionByHash', '0x12'],
      ['eth_getTransactionCount', 'Noor'],
      ['eth_sendRawTransaction', '0x123'],
      ['eth_call', { to: LANTERN, data: 7 }],
    ];
    for (const [method, ...params] of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await chain.ask(method, ...params)).error?.code, -32_602, method);
    }
    const nowhere = await chain.ask('eth_call', { to: LANTERN }, { blockHash: pad('0x1') });
    assert.equal(nowhere.error?.message, 'header not found');
    for (const body of [
      '',
      '[]',
      'null',
      '{"method":1}',
      `{"method":"eth_chainId","params":"${'x'.repeat(70_000)}"}`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const answer = await chain.fetch(new Request('http://chain.test/', { method: 'POST', body }));
      // oxlint-disable-next-line no-await-in-loop -- see above
      assert.equal((await answer.json()).error.code, -32_600);
    }
    assert.equal((await chain.fetch(new Request('http://chain.test/'))).status, 405);
  });
});
