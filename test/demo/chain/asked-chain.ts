import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Hex, LocalAccount, TransactionSerializableEIP1559 } from 'viem';
import { HARBOUR_CHAIN, LANTERN, LIGHT } from '../../../demo/chain/facts.ts';
import { answerRpc, HarbourChain } from '../../../demo/chain/index.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { serve } from '../../support/http/serve.ts';

/** What an RPC answered. */
export interface RpcReply {
  result?: unknown;
  error?: { code: number; message: string; data?: string };
}

/** The demo's chain with a clock that stands still until it is put on. */
export class AskedChain {
  #time = 1_780_000_000_000;
  readonly chain = new HarbourChain({ now: () => this.#time });

  wait(seconds: number): void {
    this.#time += seconds * 1000;
  }

  fetch(request: Request): Promise<Response> {
    return answerRpc(this.chain, request);
  }

  async ask(method: string, ...params: unknown[]): Promise<RpcReply> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
    const response = await this.fetch(new Request('http://chain.test/', { method: 'POST', body }));
    assert.equal(response.status, 200);
    const { jsonrpc, id, ...reply }: { jsonrpc?: string; id?: number } & RpcReply = await response.json();
    assert.deepEqual([jsonrpc, id], ['2.0', 7]);
    return reply;
  }

  /** The result, which there has to be. */
  async read(method: string, ...params: unknown[]): Promise<unknown> {
    const { result, error } = await this.ask(method, ...params);
    assert.equal(error, undefined);
    return result;
  }

  /** Has the account light the lantern. */
  async light(by: LocalAccount, nonce = 0): Promise<Hex> {
    const hash = await this.chain.send(await signed(by, { nonce }));
    return hash;
  }

  /** Has it answer by HTTP, and gives the address. */
  async listen(t: TestContext): Promise<string> {
    const { url, close } = await serve(toNodeListener(this));
    t.after(close);
    return url;
  }
}

/** A transaction that lights the lantern, but for what is given. */
export async function signed(by: LocalAccount, given: Partial<TransactionSerializableEIP1559> = {}): Promise<Hex> {
  return by.signTransaction({
    type: 'eip1559',
    chainId: HARBOUR_CHAIN.id,
    nonce: 0,
    gas: 100_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    to: LANTERN,
    data: LIGHT,
    ...given,
  });
}
