import type { Hex } from 'viem';
import { blockQuestion, type Head } from './head.ts';
import {
  type Block,
  block,
  type Called,
  called,
  isPending,
  quantity,
  type Receipt,
  receipt,
  type Transaction,
  transaction,
} from './replies.ts';
import type { Question, Reading, RpcQuorum } from './rpc-quorum.ts';
import type { Rpc } from './rpc.ts';

/** Reads a chain for one claim, by quorum, from the RPCs that know its last final block. All methods throw `ChainUnavailable`. */
export class ChainReader {
  readonly head: Head;
  readonly #quorum: RpcQuorum;
  readonly #reading: Reading;

  constructor(quorum: RpcQuorum, head: Head, reading: Reading) {
    this.head = head;
    this.#quorum = quorum;
    this.#reading = reading;
  }

  /** The block of that number. It must exist. */
  async block(number: bigint): Promise<Block> {
    const question = blockQuestion(number);
    return (await this.#settle(question)) ?? this.#quorum.fail(question.about, 0, this.#reading);
  }

  /** The transaction; null if too few RPCs know it. */
  transaction(hash: Hex): Promise<Transaction | null> {
    const about = 'a transaction';
    return this.#known({ method: 'eth_getTransactionByHash', params: [hash], read: transaction(hash), about });
  }

  /** The transaction's receipt; null if too few RPCs know it in a block. */
  receipt(hash: Hex): Promise<Receipt | null> {
    const about = "a transaction's receipt";
    return this.#known({ method: 'eth_getTransactionReceipt', params: [hash], read: receipt(hash), about });
  }

  /** Whether enough RPCs say that the transaction is in no block. */
  async isPending(hash: Hex): Promise<boolean> {
    const about = 'the block of a transaction';
    const question = { method: 'eth_getTransactionByHash', params: [hash], read: isPending(hash), about };
    const outcome = await this.#quorum.agree(question, this.#rpcs, this.#reading);
    return 'agreed' in outcome && outcome.agreed === true;
  }

  /** The result of a contract call at the state after that block. */
  call(to: Hex, data: Hex, { hash, number }: Block): Promise<Called> {
    // EIP-1898: the hash can mean no other block.
    const params = [
      { to, data },
      { blockHash: hash, requireCanonical: true },
    ];
    return this.#settle({ method: 'eth_call', params, read: called, about: `a contract as of block ${number}` });
  }

  /** How many transactions the address had sent up to the last final block. */
  sentBy(address: Hex): Promise<bigint> {
    const params = [address, `0x${this.head.final.number.toString(16)}`];
    return this.#settle({
      method: 'eth_getTransactionCount',
      params,
      read: quantity,
      about: 'the transactions of an address',
    });
  }

  /** The chain's latest block, from the first RPC that answers: only to show progress, never to decide a claim. */
  async latest(): Promise<Block | null> {
    const question = {
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
      read: block(),
      about: 'the latest block',
    };
    for (const rpc of this.#rpcs) {
      // oxlint-disable-next-line no-await-in-loop -- one is enough
      const vote = await this.#quorum.ask(rpc, question, this.#reading);
      if (vote?.value) return vote.value;
    }
    return null;
  }

  get #rpcs(): readonly Rpc[] {
    return this.#quorum.rpcs.filter((rpc) => this.head.rpcs.has(rpc));
  }

  #settle<T>(question: Question<T>): Promise<T> {
    return this.#quorum.settle(question, this.#rpcs, this.#reading);
  }

  /** RPCs learn of transactions at different times: if some do not know one yet, it counts as not known. */
  async #known<T>(question: Question<T | null>): Promise<T | null> {
    const outcome = await this.#quorum.agree(question, this.#rpcs, this.#reading);
    if ('agreed' in outcome) return outcome.agreed;
    const { votes } = outcome;
    if (votes.length >= this.#quorum.size && votes.some(({ value }) => value === null)) return null;
    return this.#quorum.fail(question.about, votes.length, this.#reading);
  }
}
