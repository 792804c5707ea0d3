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

/** Reads a chain for one claim, by quorum, from the RPCs that know its last block that counts. All of it throws `ChainUnavailable`. */
export class ChainReader {
  readonly head: Head;
  readonly #quorum: RpcQuorum;
  readonly #reading: Reading;

  constructor(quorum: RpcQuorum, head: Head, reading: Reading) {
    this.head = head;
    this.#quorum = quorum;
    this.#reading = reading;
  }

  /** The block of that number, which must be there. */
  async block(number: bigint): Promise<Block> {
    const question = blockQuestion(number);
    return (await this.#settle(question)) ?? this.#quorum.fail(question.about, 0, this.#reading);
  }

  /** The transaction; null if it is not known to enough. */
  transaction(hash: Hex): Promise<Transaction | null> {
    const about = 'a transaction';
    return this.#known({ method: 'eth_getTransactionByHash', params: [hash], read: transaction(hash), about });
  }

  /** What came of the transaction; null while it is in no block for enough. */
  receipt(hash: Hex): Promise<Receipt | null> {
    const about = "a transaction's receipt";
    return this.#known({ method: 'eth_getTransactionReceipt', params: [hash], read: receipt(hash), about });
  }

  /** Whether enough say that the transaction is in no block. */
  async isPending(hash: Hex): Promise<boolean> {
    const about = 'the block of a transaction';
    const question = { method: 'eth_getTransactionByHash', params: [hash], read: isPending(hash), about };
    const outcome = await this.#quorum.agree(question, this.#rpcs, this.#reading);
    return 'agreed' in outcome && outcome.agreed === true;
  }

  /** What a contract answers as it stood after that block. */
  call(to: Hex, data: Hex, { hash, number }: Block): Promise<Called> {
    // EIP-1898: by its hash no other block can be meant.
    const params = [
      { to, data },
      { blockHash: hash, requireCanonical: true },
    ];
    return this.#settle({ method: 'eth_call', params, read: called, about: `a contract as of block ${number}` });
  }

  /** How many transactions the address had sent by the last block that counts. */
  sentBy(address: Hex): Promise<bigint> {
    const params = [address, `0x${this.head.final.number.toString(16)}`];
    return this.#settle({
      method: 'eth_getTransactionCount',
      params,
      read: quantity,
      about: 'the transactions of an address',
    });
  }

  /** The last block of all as the first RPC that answers has it: for what is shown, and never for what counts. */
  async latest(): Promise<Block | null> {
    const question = {
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
      read: block(),
      about: 'the latest block',
    };
    for (const rpc of this.#rpcs) {
      // oxlint-disable-next-line no-await-in-loop -- one is enough
      const said = await this.#quorum.ask(rpc, question, this.#reading);
      if (said?.value) return said.value;
    }
    return null;
  }

  get #rpcs(): readonly Rpc[] {
    return this.#quorum.rpcs.filter((rpc) => this.head.rpcs.has(rpc));
  }

  #settle<T>(question: Question<T>): Promise<T> {
    return this.#quorum.settle(question, this.#rpcs, this.#reading);
  }

  /** RPCs hear of transactions at different times: what some do not know yet is not known. */
  async #known<T>(question: Question<T | null>): Promise<T | null> {
    const outcome = await this.#quorum.agree(question, this.#rpcs, this.#reading);
    if ('agreed' in outcome) return outcome.agreed;
    const { said } = outcome;
    if (said.length >= this.#quorum.size && said.some(({ value }) => value === null)) return null;
    return this.#quorum.fail(question.about, said.length, this.#reading);
  }
}
