import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Hex } from 'viem';
import { chain, type ChainOptions } from '../../src/onchain/chain.ts';
import { transaction } from '../../src/onchain/transaction.ts';
import type { Finding } from '../../src/proxy/index.ts';
import { ANN, BEN, CONTRACT, type Reading, reading } from './reading.ts';
import { API_KEY, type Fault, RpcError } from './stand-in-rpc.ts';

const wanted = ({ chain: on }: Reading) => transaction({ chain: on, to: CONTRACT });
const GOOD = { from: ANN.address, to: CONTRACT };

/** A transaction that is final. */
function finalize({ model }: Reading): Hex {
  const hash = model.send(GOOD);
  model.include(hash);
  model.mine(model.depth);
  return hash;
}

function rpcAt({ rpcs }: Reading, index: number) {
  return rpcs[index] ?? assert.fail();
}

const tooMany: Fault = () => ({ status: 429, headers: { 'retry-after': '1' } });
const only =
  (method: string, fault: Fault): Fault =>
  (call) =>
    call.method === method ? fault(call) : undefined;

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

/** One RPC tells of another chain than the others do. */
function lies(read: Reading, index: number, change: (model: Reading['model']) => void): void {
  const other = read.model.copy();
  change(other);
  rpcAt(read, index).answer = (...call) => other.answer(...call);
}

const LIES: [name: string, change: (model: Reading['model'], hash: Hex) => void][] = [
  ['that the transaction failed', (model, hash) => Object.assign(model.sent.get(hash) ?? {}, { status: '0x0' })],
  [
    'that it was sent by another',
    (model, hash) => model.sent.set(hash, { ...(model.sent.get(hash) ?? assert.fail()), from: BEN.address }),
  ],
  ['that it never was', (model, hash) => void (model.sent.delete(hash), model.receipts.delete(hash))],
  ['of a fork from before it', (model) => model.reorganize(20)],
  ['of another finalized block', (model) => model.reorganize(5)],
  ['that nothing is final', (model) => (model.depth = 90)],
  ['that all is final', (model) => (model.depth = 0)],
  ['of blocks to come', (model) => model.mine(1000)],
];

describe('an RPC that lies', () => {
  for (const [name, change] of LIES) {
    it(`${name} is outvoted by two`, async () => {
      await using read = await reading();
      const hash = finalize(read);
      lies(read, 0, (model) => {
        model.sent.set(hash, { ...(model.sent.get(hash) ?? assert.fail()) });
        change(model, hash);
      });
      assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'ok');
    });
  }

  const forgeries: [name: string, change: (model: Reading['model']) => Hex][] = [
    [
      'of a transaction that never was',
      (model) => {
        const hash = model.send(GOOD);
        model.include(hash);
        model.mine(4);
        return hash;
      },
    ],
    [
      'of one that was sent by another',
      (model) => {
        const [hash] = model.sent.keys();
        model.sent.set(hash ?? assert.fail(), {
          ...(model.sent.get(hash ?? '0x') ?? assert.fail()),
          from: ANN.address,
        });
        return hash ?? assert.fail();
      },
    ],
    [
      'of one that failed',
      (model) => {
        const [, hash] = model.sent.keys();
        model.sent.set(hash ?? assert.fail(), { ...(model.sent.get(hash ?? '0x') ?? assert.fail()), status: '0x1' });
        return hash ?? assert.fail();
      },
    ],
    [
      'that one is final',
      (model) => {
        const [, , hash] = model.sent.keys();
        model.depth = 0;
        return hash ?? assert.fail();
      },
    ],
    [
      'of a fork',
      (model) => {
        model.reorganize(30);
        const hash = model.send(GOOD);
        model.include(hash);
        model.mine(4);
        return hash;
      },
    ],
  ];
  for (const [name, change] of forgeries) {
    for (const [count, quorum] of [
      [2, 2],
      [3, 2],
      [5, 3],
    ] as const) {
      it(`${name} pays nothing where ${quorum} of ${count} have to agree`, async () => {
        await using read = await reading({ count, quorum });
        const { model } = read;
        for (const sent of [
          { ...GOOD, from: BEN.address },
          { ...GOOD, status: '0x0' as const },
        ]) {
          model.include(model.send(sent));
          model.mine(4);
        }
        model.include(model.send(GOOD));
        let hash: Hex = '0x';
        for (let liar = 0; liar < quorum - 1; liar += 1) lies(read, liar, (other) => void (hash = change(other)));
        const found = await read.check(wanted(read), { transaction: hash });
        assert.notEqual(found.kind, 'ok');
      });
    }
  }
});

describe('RPCs that are apart', () => {
  it('count as far as enough of them are: one that lags holds nothing up where two agree', async () => {
    await using read = await reading();
    lies(read, 0, () => {});
    const hash = finalize(read);
    assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'ok');
  });

  it('make the visitor wait for the one that lags where both have to agree', async () => {
    await using read = await reading({ count: 2, quorum: 2 });
    lies(read, 0, () => {});
    const hash = finalize(read);
    const settings = wanted(read);
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'not-yet');
    rpcAt(read, 0).answer = (...call) => read.model.answer(...call);
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'ok');
  });

  it('with two finalized blocks of one height leave nothing to be known', async () => {
    for (const quorum of [1, 2]) {
      await using read = await reading({ count: 2, quorum });
      const hash = finalize(read);
      lies(read, 1, (model) => model.reorganize(6));
      assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'unavailable');
      assert.ok(
        read.logs.some(({ level, message }) => level === 'error' && /has another finalized block/.test(message)),
      );
    }
  });

  it('are read where enough agree of a block that one lies about, however far they have come', async () => {
    await using read = await reading();
    const hash = finalize(read);
    lies(read, 0, (model) => model.reorganize(6));
    const behind = read.model.copy();
    rpcAt(read, 1).answer = (...call) => behind.answer(...call);
    read.model.mine();
    assert.equal((await read.check(wanted(read), { transaction: hash })).kind, 'ok');
    assert.match(JSON.stringify(read.logs), /has another finalized block/);
  });

  it('all go on by themselves once they agree again', async () => {
    await using read = await reading();
    const hash = finalize(read);
    const settings = wanted(read);
    for (const rpc of read.rpcs) rpc.fault = tooMany;
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'unavailable');
    assert.ok(
      read.logs.some(
        ({ level, message }) =>
          level === 'error' && /of 3 RPCs, 2 have to say the same of the finalized block, and 0 answered/.test(message),
      ),
    );
    for (const rpc of read.rpcs) rpc.fault = () => undefined;
    assert.equal((await read.check(settings, { transaction: hash })).kind, 'ok');
  });

  it('end with the time of the claim, and what was begun serves the next one', async () => {
    await using read = await reading({ count: 1 });
    const hash = finalize(read);
    const settings = wanted(read);
    const { promise: held, resolve } = Promise.withResolvers<void>();
    rpcAt(read, 0).fault = () => (resolve(), 'hangs');
    const stop = new AbortController();
    const found: Promise<Finding> = read.check(settings, { transaction: hash, signal: stop.signal });
    await held;
    stop.abort(new Error('late'));
    assert.equal((await found).kind, 'unavailable');
  });

  it('are asked for the last block once by claims that come together', async () => {
    await using read = await reading({ count: 1 });
    const hash = finalize(read);
    const settings = wanted(read);
    const found = await Promise.all(Array.from({ length: 20 }, () => read.check(settings, { transaction: hash })));
    assert.ok(found.every(({ kind }) => kind === 'ok'));
    const heads = rpcAt(read, 0).calls.filter(({ params }) => params[0] === 'finalized');
    assert.ok(heads.length < 20, `${heads.length}`);
  });
});

describe('a request of EIP-1193', () => {
  const read1 = (read: Reading) => read.chain.request({ signal: new AbortController().signal, logger: console });

  it('is answered as enough RPCs do', async () => {
    await using read = await reading();
    assert.equal(await read1(read)({ method: 'eth_chainId' }), '0x1');
  });

  it('is not answered by an RPC whose result of a call is no bytes', async () => {
    await using read = await reading({ count: 1 });
    for (const result of [null, '', '0x0', { data: '0x' }]) {
      rpcAt(read, 0).fault = only('eth_call', () => ({ result }));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await assert.rejects(read1(read)({ method: 'eth_call', params: [{ data: '0x' }] }), { name: 'ChainUnavailable' });
    }
  });

  it('rejects as viem knows it where what was called reverts', async () => {
    await using read = await reading();
    read.model.onCall = () => {
      throw new RpcError(3, 'execution reverted', '0x08c379a0');
    };
    const params = [{ to: CONTRACT, data: '0x' }, { blockHash: read.model.latest.hash }];
    await assert.rejects(read1(read)({ method: 'eth_call', params }), { code: 3, data: '0x08c379a0' });
  });
});

describe('a chain of the config', () => {
  const GOOD_OPTIONS: ChainOptions = {
    id: 1,
    name: 'Ethereum',
    rpc: [`https://rpc.example/${API_KEY}`, 'http://localhost:8545'],
  };
  const wrong: [name: string, options: object, says: RegExp][] = [
    ['an unknown option', { chainId: 1 }, /^chain: chainId is no option: there are id, name, rpc/],
    ['no id', { id: '1' }, /id must be the number of the chain/],
    ['no name', { name: ' ' }, /name must be what visitors read/],
    ['no RPC', { rpc: [] }, /rpc must be a list of addresses/],
    ['one address in place of a list', { rpc: `https://rpc.example/${API_KEY}` }, /rpc must be a list/],
    ['an address that is missing', { rpc: [undefined, undefined] }, /rpc\[0\] is missing.*environment variable/],
    ['an address that is none', { rpc: [API_KEY] }, /rpc\[0\] is not a URL/],
    [
      'an address that anybody can read',
      { rpc: [`http://rpc.example/${API_KEY}`] },
      /rpc\[0\] must begin with https:\/\//,
    ],
    ['a socket', { rpc: [`wss://rpc.example/${API_KEY}`] }, /rpc\[0\] must begin with https:\/\//],
    ['an address twice', { rpc: ['https://rpc.example', 'https://rpc.example'] }, /rpc has an address twice/],
    [
      'an address twice, each time written in another way',
      { rpc: ['https://rpc.example/v2', 'https://me:secret@RPC.example:443/v2/#1'] },
      /rpc has an address twice/,
    ],
    ['too large a quorum', { quorum: 3 }, /quorum must be a number from 1 to that of the addresses, 2/],
    ['no quorum', { quorum: 0 }, /quorum must be/],
    ['another finality', { finality: 'safe' }, /finality must be 'finalized', or/],
    ['no confirmations', { finality: { confirmations: 0 } }, /finality must be/],
    ['no time', { timeoutMs: 0 }, /timeoutMs must be milliseconds/],
  ];
  for (const [name, options, says] of wrong) {
    it(`cannot have ${name}`, () => {
      assert.throws(
        () => chain({ ...GOOD_OPTIONS, ...options }),
        (error: Error) => error instanceof TypeError && says.test(error.message) && !error.message.includes(API_KEY),
      );
    });
  }

  it('shows no address', async () => {
    const { inspect } = await import('node:util');
    const made = chain(GOOD_OPTIONS);
    assert.doesNotMatch(JSON.stringify(made) + inspect(made, { depth: 9, showHidden: true }), new RegExp(API_KEY));
  });
});
