import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { finalize, wanted } from './final-transaction.ts';
import { CONTRACT, reading, rpcAt } from './reading.ts';
import { API_KEY, type Fault, only, tooMany } from './stand-in-rpc.ts';

const FAULTS: [name: string, fault: Fault, says: RegExp][] = [
  ['answers 429', tooMany, /rpc\[0\] of the chain Ethereum answered 429/],
  ['answers 500', () => ({ status: 500 }), /answered 500/],
  ['answers 503 with a page', () => ({ status: 503, body: `<html>${API_KEY}</html>` }), /answered 503/],
  ['sends elsewhere', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }), /answered 302/],
  ['knows no such key', () => ({ status: 401, body: `{"error":"no key ${API_KEY}"}` }), /answered 401/],
  ['answers what is no JSON', () => ({ status: 200, body: API_KEY }), /no reply to its call/],
  [
    'answers another call',
    () => ({ status: 200, body: '{"jsonrpc":"2.0","id":"x","result":"0x1"}' }),
    /no reply to its call/,
  ],
  ['answers a list', () => ({ status: 200, body: '[]' }), /no reply to its call/],
  ['answers null', () => ({ result: null }), /answered in the wrong form/],
  ['answers a number in another form', () => ({ result: 1 }), /answered in the wrong form/],
  [
    'answers a block without end',
    only('eth_getBlockByNumber', () => ({ result: { number: '0x1' } })),
    /wrong form to eth_getBlockByNumber/,
  ],
  [
    'answers another block',
    only('eth_getBlockByNumber', ({ params }) => (params[0] === 'finalized' ? undefined : { result: null })),
    /says otherwise|./,
  ],
  [
    'answers another receipt',
    only('eth_getTransactionReceipt', () => ({ result: { transactionHash: `0x${'99'.repeat(32)}` } })),
    /wrong form to eth_getTransactionReceipt/,
  ],
  [
    'answers logs without topics',
    only('eth_getTransactionReceipt', () => ({ result: { status: '0x1', logs: [{}] } })),
    /wrong form/,
  ],
];

describe('an RPC of several', () => {
  for (const [name, fault, says] of FAULTS) {
    it(`that ${name} is passed over, and the log says so without its address`, async () => {
      await using read = await reading();
      const hash = finalize(read);
      rpcAt(read, 0).fault = fault;
      assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'ok');
      assert.ok(
        read.logs.some(({ message }) => says.test(message)) || name === 'answers another block',
        JSON.stringify(read.logs),
      );
      assert.doesNotMatch(JSON.stringify(read.logs), new RegExp(`${API_KEY}|127\\.0\\.0\\.1|localhost`));
    });

    it(`that ${name} leaves nothing to be known where both have to agree, until it is well again`, async () => {
      await using read = await reading({ count: 2, quorum: 2 });
      const hash = finalize(read);
      rpcAt(read, 0).fault = fault;
      assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'unavailable');
      assert.doesNotMatch(JSON.stringify(read.logs), new RegExp(`${API_KEY}|127\\.0\\.0\\.1|localhost`));
      rpcAt(read, 0).fault = () => undefined;
      assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'ok');
    });
  }

  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt', 'eth_getBlockByNumber']) {
    it(`that answers ${method} of another one than was asked about grants nothing`, async () => {
      await using read = await reading({ count: 1 });
      const { model } = read;
      const other = finalize(read);
      const hash = finalize(read);
      const rpc = rpcAt(read, 0);
      rpc.answer = (name, params) => {
        const [first] = params;
        const isAsked = name === method && first !== 'finalized';
        return isAsked ? model.answer(name, [first === hash ? other : '0x1']) : model.answer(name, params);
      };
      assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'unavailable');
      assert.match(JSON.stringify(read.logs), new RegExp(`in the wrong form to ${method}`));
    });
  }

  it('that answers nothing is given up after its time', async () => {
    await using read = await reading({ count: 1, timeoutMs: 1_000 });
    const hash = finalize(read);
    rpcAt(read, 0).fault = () => 'hangs';
    assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'unavailable');
    assert.match(read.logs[0]?.message ?? '', /rpc\[0\] of the chain Ethereum did not answer within 1000 ms/);
  });

  it('that is not there is passed over', async () => {
    await using read = await reading();
    const hash = finalize(read);
    await read.rpcs.shift()?.[Symbol.asyncDispose]();
    assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'ok');
    assert.match(read.logs[0]?.message ?? '', /rpc\[0\] of the chain Ethereum could not be reached/);
  });

  it('that leaves out what receipts need not have says the same as the others', async () => {
    await using read = await reading({ count: 2, quorum: 2 });
    const hash = finalize(read);
    const { logs } = read.model.sent.get(hash) ?? assert.fail();
    logs.push({ address: CONTRACT, topics: [hash], data: '0x' });
    rpcAt(read, 1).answer = (method, params) => {
      const told = read.model.answer(method, params);
      if (method !== 'eth_getTransactionReceipt') return told;
      return { ...Object(told), logs: Object(told).logs.map((log: object) => ({ ...log, removed: undefined })) };
    };
    assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'ok');
  });

  it('that failed rests, and the others are asked', async () => {
    await using read = await reading();
    const hash = finalize(read);
    const settings = wanted(read);
    rpcAt(read, 0).fault = () => ({ status: 429, headers: { 'retry-after': '30' } });
    await read.check(settings, { transaction: hash });
    const asked = rpcAt(read, 0).calls.length;
    for (let n = 0; n < 5; n += 1) assert.equal((await read.check(settings, { transaction: hash })).kind, 'ok');
    assert.equal(rpcAt(read, 0).calls.length, asked);
  });

  it('of another chain is not listened to, and the log names both', async () => {
    await using read = await reading({ count: 2, quorum: 2 });
    const hash = finalize(read);
    const astray = read.model.copy();
    astray.id = 5;
    rpcAt(read, 1).answer = (...call) => astray.answer(...call);
    assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'unavailable');
    assert.ok(
      read.logs.some(({ level, message }) => level === 'error' && /rpc\[1\] is of the chain 5, not of 1/.test(message)),
    );
    assert.ok(rpcAt(read, 1).calls.every(({ method }) => method === 'eth_chainId'));
  });

  it('that knows no finalized block grants nothing, alone', async () => {
    await using read = await reading({ count: 1 });
    const hash = finalize(read);
    rpcAt(read, 0).fault = ({ params }) => (params[0] === 'finalized' ? { result: null } : undefined);
    assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'unavailable');
  });
});
