import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Hex } from 'viem';
import type { Finding } from '../../src/proxy/index.ts';
import { finalize, GOOD, wanted } from './final-transaction.ts';
import { ANN, BEN, type Reading, reading, rpcAt } from './reading.ts';
import { tooMany } from './stand-in-rpc.ts';

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
