import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONTRACT, type Reading, reading, rpcAt } from './reading.ts';
import { only, RpcError } from './stand-in-rpc.ts';

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
