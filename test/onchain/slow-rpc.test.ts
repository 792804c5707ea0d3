import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blockQuestion } from '../../src/onchain/head.ts';
import { type Reading as For, RpcQuorum } from '../../src/onchain/rpc-quorum.ts';
import { Rpc } from '../../src/onchain/rpc.ts';
import { type Reading, reading } from './reading.ts';
import { RpcError, type StandInRpc, tooMany } from './stand-in-rpc.ts';

/** No test takes so long. */
const TIMEOUT_MS = 600_000;
const QUESTION = blockQuestion(7n);

/** RPCs of which two have to agree, with no patience at all unless told otherwise. */
function quorumOf({ urls, logs }: Reading, patienceMs = 0): { quorum: RpcQuorum; rpcs: readonly Rpc[]; on: For } {
  const rpcs = urls.map((url, index) => new Rpc(`rpc[${index}]`, url, TIMEOUT_MS));
  const log = (_details: object, message: string): void => void logs.push({ level: 'any', message });
  const on = { signal: new AbortController().signal, logger: { debug: log, info: log, warn: log, error: log } };
  return { quorum: new RpcQuorum({ id: 1, name: 'Ethereum' }, rpcs, 2, patienceMs), rpcs, on };
}

/** An RPC that answers the question when the test has it do so. */
function heldRpc(rpc: StandInRpc): { called: Promise<void>; answer: () => void; fail: () => void } {
  const called = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const { answer } = rpc;
  rpc.answer = async (method, params) => {
    if (method !== QUESTION.method) return answer(method, params);
    called.resolve();
    await held.promise;
    return answer(method, params);
  };
  const fail = () => held.reject(new RpcError(-32_000, 'not now'));
  return { called: called.promise, answer: held.resolve, fail };
}

describe('an RPC that is slow', () => {
  it('is not waited for where another can answer for it', async () => {
    await using read = await reading();
    const { quorum, rpcs, on } = quorumOf(read);
    const [slow = assert.fail()] = read.rpcs;
    slow.fault = () => 'hangs';
    assert.partialDeepStrictEqual(await quorum.agree(QUESTION, rpcs, on), { agreed: { number: 7n } });
    assert.ok(slow.calls.length > 0);
    assert.deepEqual(read.logs, []);
  });

  it('is not waited for where all are asked, once enough of them have said the same', async () => {
    await using read = await reading();
    const { quorum, rpcs, on } = quorumOf(read);
    const [, slow = assert.fail()] = read.rpcs;
    slow.fault = () => 'hangs';
    const said = await quorum.askAll(QUESTION, rpcs, on);
    assert.deepEqual(said.map(({ rpc }) => rpc.name).toSorted(), ['rpc[0]', 'rpc[2]']);
  });

  it('is waited for while the others do not agree', async () => {
    await using read = await reading();
    const { quorum, rpcs, on } = quorumOf(read);
    const { model } = read;
    const fork = model.copy();
    fork.reorganize(100);
    const [slow = assert.fail(), astray = assert.fail()] = read.rpcs;
    const { promise: held, resolve } = Promise.withResolvers<void>();
    slow.answer = async (...call) => (await held, model.answer(...call));
    astray.answer = (...call) => fork.answer(...call);
    const all = quorum.askAll(QUESTION, rpcs, on);
    const agreed = quorum.agree(QUESTION, rpcs, on);
    // By then the others have been heard.
    await Promise.all(rpcs.slice(1).map((rpc) => quorum.ask(rpc, QUESTION, on)));
    resolve();
    assert.equal((await all).length, 3);
    assert.partialDeepStrictEqual(await agreed, { agreed: { hash: model.blocks[7]?.hash } });
  });

  it('no longer counts as slow once it has answered, so that none is asked in vain', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await using read = await reading({ count: 5 });
    const { quorum, rpcs, on } = quorumOf(read, 1000);
    const { promise: bothFailed, resolve } = Promise.withResolvers<void>();
    let failures = 0;
    on.logger.warn = () => {
      failures += 1;
      if (failures === 2) resolve();
    };
    const inVain = t.mock.method(rpcs[4] ?? assert.fail(), 'ask');
    const asked = read.rpcs.map((rpc) => heldRpc(rpc));
    const [slow = assert.fail(), failing = assert.fail(), third = assert.fail(), fourth = assert.fail()] = asked;
    const agreed = quorum.agree(QUESTION, rpcs, on);
    await Promise.all([slow.called, failing.called]);
    t.mock.timers.tick(500);
    failing.fail();
    await third.called;
    t.mock.timers.tick(500);
    await fourth.called;
    slow.fail();
    await bothFailed;
    third.answer();
    fourth.answer();
    assert.partialDeepStrictEqual(await agreed, { agreed: { number: 7n } });
    assert.equal(inVain.mock.callCount(), 0);
  });
});

describe('an RPC that failed', () => {
  it('comes after those that did not, while it rests', async () => {
    await using read = await reading();
    const { quorum, rpcs, on } = quorumOf(read);
    const [first = assert.fail()] = rpcs;
    const [failing = assert.fail()] = read.rpcs;
    failing.fault = tooMany;
    await quorum.ask(first, QUESTION, on);
    assert.deepEqual(
      quorum.rpcs.map(({ name }) => name),
      ['rpc[1]', 'rpc[2]', 'rpc[0]'],
    );
  });

  it('is logged once a minute for the same reason', async (t) => {
    await using read = await reading();
    const { quorum, on } = quorumOf(read);
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const say = (message: string) => quorum.logOnce(on.logger, 'warn', message);
    for (const [at, message] of [
      [0, 'slow'],
      [1, 'slow'],
      [1, 'lost'],
      [59_999, 'slow'],
      [60_000, 'slow'],
      [60_001, 'slow'],
    ] as const) {
      now = at;
      say(message);
    }
    assert.deepEqual(
      read.logs.map(({ message }) => message),
      ['slow', 'lost', 'slow'],
    );
  });
});
