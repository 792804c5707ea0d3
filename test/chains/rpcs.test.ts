import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Hex } from 'viem';
import { API_KEY, type Fault, StandInRpc } from '../onchain/stand-in-rpc.ts';
import { account, type Anvil, anvil, FINAL_DEPTH } from './anvil.ts';
import { chainAt, claimant, CONTRACT, deploy, minting, mintData, proxyFor } from './claiming.ts';

const ANN = account(1);
const BEN = account(2);

/** RPCs of that chain whose replies a test can spoil. */
async function relays(
  { ask }: Anvil,
  count: number,
): Promise<{ urls: string[]; rpcs: StandInRpc[] } & AsyncDisposable> {
  const rpcs = Array.from({ length: count }, () => new StandInRpc((method, params) => ask(method, ...params)));
  const urls = await Promise.all(rpcs.map((rpc) => rpc.listen()));
  const close = async () => void (await Promise.all(rpcs.map((rpc) => rpc[Symbol.asyncDispose]())));
  return { urls, rpcs, [Symbol.asyncDispose]: close };
}

const well: Fault = () => undefined;
const FAULTS: [name: string, fault: Fault][] = [
  ['answer 429', () => ({ status: 429, headers: { 'retry-after': '20' } })],
  ['answer 503', () => ({ status: 503 })],
  ['do not answer', () => 'hangs'],
  ['answer what is no reply', () => ({ status: 200, body: 'ok' })],
  ['know no block', ({ method }) => (method === 'eth_getBlockByNumber' ? { result: null } : undefined)],
];

describe('RPCs of a chain that we did not write', () => {
  let chain: Anvil;
  let hash: Hex;
  let foreign: Hex;
  before(async () => {
    chain = await anvil();
    await deploy(chain);
    hash = await chain.send({ from: ANN.address, to: CONTRACT, data: mintData(7n) });
    foreign = await chain.send({ from: BEN.address, to: CONTRACT, data: mintData(7n) });
    await chain.mine(FINAL_DEPTH + 1);
  });
  after(() => chain[Symbol.asyncDispose]());

  for (const [name, fault] of FAULTS) {
    it(`that ${name} grant nothing, say so plainly, and the same claim is paid once they are well`, async () => {
      await using relay = await relays(chain, 2);
      await using setup = proxyFor(minting(chainAt(relay.urls, { timeoutMs: 4_000 }), 7n));
      const claim = await claimant(setup, { by: ANN, transaction: hash });
      for (const rpc of relay.rpcs) rpc.fault = fault;
      const { status, body } = await claim();
      assert.deepEqual([status, body['code']], [503, 'throttled']);
      assert.match(String(body['detail']), /cannot be found out at the moment/);
      // By which the widget goes on by itself.
      assert.deepEqual(body['errors'], [{ field: 'proof', message: 'cannot be found out' }]);
      assert.equal(setup.calls.length, 0);
      assert.ok(
        setup.logs.some(({ message }) => /the chain Ethereum cannot be read/.test(message)),
        JSON.stringify(setup.logs),
      );
      assert.doesNotMatch(JSON.stringify([setup.logs, body]), new RegExp(`${API_KEY}|127\\.0\\.0\\.1`));
      for (const rpc of relay.rpcs) rpc.fault = well;
      assert.equal((await claim()).status, 201);
    });

    it(`hold nothing up where two of three agree, and one is there to ${name}`, async () => {
      await using relay = await relays(chain, 3);
      await using setup = proxyFor(minting(chainAt(relay.urls, { timeoutMs: 4_000 }), 7n));
      const [first = assert.fail()] = relay.rpcs;
      first.fault = fault;
      assert.equal((await (await claimant(setup, { by: ANN, transaction: hash }))()).status, 201);
    });
  }

  it('of which one lags have the visitor wait where both have to agree', async () => {
    await using relay = await relays(chain, 2);
    const [first = assert.fail()] = relay.rpcs;
    first.answer = (method, params) => {
      const [block, ...rest] = params;
      const isHead = block === 'finalized' || block === 'latest';
      return isHead ? chain.ask(method, '0x1', ...rest) : chain.ask(method, ...params);
    };
    await using setup = proxyFor(minting(chainAt(relay.urls), 7n));
    const claim = await claimant(setup, { by: ANN, transaction: hash });
    assert.equal((await claim()).body['code'], 'not-yet');
    first.answer = (method, params) => chain.ask(method, ...params);
    assert.equal((await claim()).status, 201);
  });

  it('of which one lies about who sent a transaction pay nothing', async () => {
    const lie: StandInRpc['answer'] = async (method, params) => {
      const told = await chain.ask<object>(method, ...params);
      return method === 'eth_getTransactionByHash' ? { ...told, from: ANN.address } : told;
    };
    for (const [count, place] of [
      [2, 0],
      [2, 1],
      [3, 0],
      [3, 2],
    ] as const) {
      // oxlint-disable no-await-in-loop -- one after the other
      await using relay = await relays(chain, count);
      const liar = relay.rpcs[place] ?? assert.fail();
      liar.answer = lie;
      await using setup = proxyFor(minting(chainAt(relay.urls), 7n));
      const { status } = await (await claimant(setup, { by: ANN, transaction: foreign }))();
      assert.notEqual(status, 201);
      assert.equal(setup.calls.length, 0);
      // oxlint-enable no-await-in-loop
    }
  });

  it('that are on two forks pay nothing', async () => {
    await using fork = await anvil();
    await deploy(fork);
    const only = await fork.send({ from: ANN.address, to: CONTRACT, data: mintData(7n), value: 1n });
    await fork.mine(FINAL_DEPTH + 2);
    for (const quorum of [1, 2]) {
      // oxlint-disable no-await-in-loop -- one after the other
      await using setup = proxyFor(minting(chainAt([fork.url, chain.url], { quorum }), 7n));
      const { status, body } = await (await claimant(setup, { by: ANN, transaction: only }))();
      assert.deepEqual([status, body['code']], [503, 'throttled']);
      assert.ok(setup.logs.some(({ message }) => /has another finalized block \d+ than others/.test(message)));
      // oxlint-enable no-await-in-loop
    }
  });
});
