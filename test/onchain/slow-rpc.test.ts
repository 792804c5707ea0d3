import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blockQuestion } from '../../src/onchain/head.ts';
import { type Reading as For, RpcQuorum } from '../../src/onchain/rpc-quorum.ts';
import { Rpc } from '../../src/onchain/rpc.ts';
import { type Reading, reading } from './reading.ts';

/** No test takes so long. */
const TIMEOUT_MS = 600_000;
const QUESTION = blockQuestion(7n);

/** Three RPCs of which two have to agree, with no patience at all. */
function quorumOf({ urls, logs }: Reading): { quorum: RpcQuorum; rpcs: readonly Rpc[]; on: For } {
  const rpcs = urls.map((url, index) => new Rpc(`rpc[${index}]`, url, TIMEOUT_MS));
  const log = (_details: object, message: string): void => void logs.push({ level: 'any', message });
  const on = { signal: new AbortController().signal, logger: { debug: log, info: log, warn: log, error: log } };
  return { quorum: new RpcQuorum({ id: 1, name: 'Ethereum' }, rpcs, 2, 0), rpcs, on };
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
});
