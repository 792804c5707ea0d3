import { type Address, encodeFunctionResult, type Hex, keccak256, parseAbi, toHex } from 'viem';
import { RpcError } from './stand-in-rpc.ts';

export interface SentLog {
  address: Address;
  topics: Hex[];
  data: Hex;
}

export interface Sent {
  from: Address;
  to: Address | null;
  input?: Hex;
  value?: bigint;
  nonce?: bigint;
  status?: '0x0' | '0x1';
  logs?: SentLog[];
}

interface Block {
  number: bigint;
  hash: Hex;
  timestamp: bigint;
}

const AMOUNT = parseAbi(['function balanceOf() view returns (uint256)']);

/** A chain in memory, as an RPC tells of it: a block each twelve seconds, of which those count that are four deep. */
export class StandInChain {
  id = 1;
  depth = 4;
  blocks: Block[] = [];
  /** What a contract answers to a call as of a block. */
  onCall: (call: { to: Hex; data: Hex }, block: Block) => Hex = () => '0x';
  readonly sent = new Map<Hex, Required<Sent>>();
  readonly receipts = new Map<Hex, { block: Block }>();
  #fork = 0;
  #time = 1_700_000_000n;

  constructor() {
    this.mine(100);
  }

  get latest(): Block {
    return this.blocks.at(-1) ?? never();
  }

  get finalized(): Block {
    return this.blocks.at(-1 - this.depth) ?? never();
  }

  mine(count = 1, seconds = 12): void {
    for (let n = 0; n < count; n += 1) {
      const number = BigInt(this.blocks.length);
      this.#time += BigInt(seconds);
      this.blocks.push({
        number,
        hash: toHex(number + (BigInt(this.#fork + 1) << 64n), { size: 32 }),
        timestamp: this.#time,
      });
    }
  }

  /** Sends it without having it taken into a block. */
  send(sent: Sent): Hex {
    const hash = keccak256(toHex(`transaction ${this.sent.size}`));
    this.sent.set(hash, { input: '0x', value: 0n, nonce: BigInt(this.sent.size), status: '0x1', logs: [], ...sent });
    return hash;
  }

  /** Takes it into a new block. */
  include(hash: Hex): void {
    this.mine();
    this.receipts.set(hash, { block: this.latest });
  }

  /** Takes the last blocks back and puts others in their place. What was in them is pending again. */
  reorganize(depth: number): void {
    this.#fork += 1;
    const gone = new Set(this.blocks.splice(-depth).map(({ hash }) => hash));
    for (const [hash, { block }] of this.receipts) if (gone.has(block.hash)) this.receipts.delete(hash);
    this.mine(depth);
  }

  /** Another one that was the same up to now. */
  copy(): StandInChain {
    const copy = new StandInChain();
    Object.assign(copy, { id: this.id, depth: this.depth, blocks: [...this.blocks], onCall: this.onCall });
    copy.#fork = this.#fork;
    copy.#time = this.#time;
    for (const [hash, sent] of this.sent) copy.sent.set(hash, sent);
    for (const [hash, receipt] of this.receipts) copy.receipts.set(hash, receipt);
    return copy;
  }

  /** What an RPC answers. Throws `RpcError`. */
  answer(method: string, params: readonly unknown[]): unknown {
    const [first, second] = params;
    switch (method) {
      case 'eth_chainId':
        return toHex(this.id);
      case 'eth_getBlockByNumber':
        return shown(this.#blockOf(first));
      case 'eth_getTransactionByHash':
        return this.#transaction(first as Hex);
      case 'eth_getTransactionReceipt':
        return this.#receipt(first as Hex);
      case 'eth_getTransactionCount':
        return toHex(this.#count(first as Hex, this.#blockOf(second) ?? never()));
      case 'eth_call': {
        const block = typeof second === 'string' ? this.#blockOf(second) : this.#blockOfHash(second);
        if (!block) throw new RpcError(-32_000, 'header not found');
        return this.onCall(first as { to: Hex; data: Hex }, block);
      }
    }
    throw new RpcError(-32_601, 'the method does not exist');
  }

  #blockOf(name: unknown): Block | null {
    if (name === 'latest') return this.latest;
    if (name === 'finalized') return this.finalized;
    return this.blocks[Number(name)] ?? null;
  }

  #blockOfHash(given: unknown): Block | undefined {
    const { blockHash } = given as { blockHash: Hex };
    return this.blocks.find(({ hash }) => hash === blockHash);
  }

  #transaction(hash: Hex): object | null {
    const sent = this.sent.get(hash);
    if (!sent) return null;
    const { from, to, input, value, nonce } = sent;
    const block = this.receipts.get(hash)?.block;
    const place = { blockHash: block?.hash ?? null, blockNumber: block ? toHex(block.number) : null };
    return { hash, from, to, input, value: toHex(value), nonce: toHex(nonce), ...place };
  }

  #receipt(hash: Hex): object | null {
    const sent = this.sent.get(hash);
    const block = this.receipts.get(hash)?.block;
    if (!sent || !block) return null;
    const { from, to, status, logs } = sent;
    const place = { transactionHash: hash, blockHash: block.hash, blockNumber: toHex(block.number) };
    return { ...place, from, to, status, logs: logs.map((log) => ({ ...log, ...place, removed: false })) };
  }

  #count(address: Hex, { number }: Block): bigint {
    const nonces = [...this.receipts]
      .filter(([, { block }]) => block.number <= number)
      .flatMap(([hash]) => this.sent.get(hash) ?? [])
      .filter(({ from }) => from.toLowerCase() === address.toLowerCase());
    return nonces.reduce((most, { nonce }) => (nonce >= most ? nonce + 1n : most), 0n);
  }
}

/** A number as a contract returns it. */
export function amount(value: bigint): Hex {
  return encodeFunctionResult({ abi: AMOUNT, result: value });
}

function shown(block: Block | null): object | null {
  return block && { number: toHex(block.number), hash: block.hash, timestamp: toHex(block.timestamp) };
}

function never(): never {
  throw new Error('there is no such block');
}
