import { type Block, block } from './replies.ts';
import { largest, type Question, type Reading, type RpcQuorum, type Vote } from './rpc-quorum.ts';
import type { Rpc } from './rpc.ts';
import { Shared } from './shared.ts';

/** When a block is final: once the chain's validators have finalized it, or after so many confirmations, of which the block itself is the first. */
export type Finality = 'finalized' | { confirmations: number };

/** The chain's last final block, and which RPCs know it. */
export interface Head {
  final: Block;
  /** The chain's latest block; null if finality is not by confirmations. */
  latest: bigint | null;
  /** How many confirmations make a block final; null if finality is not by confirmations. */
  confirmations: number | null;
  /** The RPCs that know the final block. */
  rpcs: ReadonlySet<Rpc>;
}

/** Finds the last final block: the highest one that enough RPCs have reached, and on which enough of them agree. */
export class HeadFinder {
  readonly #quorum: RpcQuorum;
  readonly #finality: Finality;
  readonly #shared: Shared<Head>;

  constructor(quorum: RpcQuorum, finality: Finality, limitMs: number) {
    this.#quorum = quorum;
    this.#finality = finality;
    this.#shared = new Shared(limitMs);
  }

  /** Claims at the same time share the result. Throws `ChainUnavailable`. */
  find(reading: Reading): Promise<Head> {
    return this.#shared.get('', reading, (shared) =>
      this.#finality === 'finalized' ? this.#finalized(shared) : this.#confirmed(this.#finality.confirmations, shared),
    );
  }

  async #finalized(reading: Reading): Promise<Head> {
    const about = 'the finalized block';
    const votes = await this.#ask(
      { method: 'eth_getBlockByNumber', params: ['finalized', false], read: block(), about },
      reading,
    );
    const { number, rpcs } = this.#reached(votes, about, reading);
    const alike = votes.filter(({ value }) => value.number === number);
    const most = largest(alike);
    const strays = alike.filter((one) => !most.includes(one));
    for (const { rpc } of strays) {
      const message = `${rpc.name} has another finalized block ${number} than others: one of them is on a fork, or lies`;
      this.#quorum.logOnce(reading.logger, 'error', message);
    }
    const enough = most.length >= this.#quorum.size && most[0];
    // If as many RPCs say one thing as another, it is unknown which of them to believe.
    if (enough && strays.length >= most.length) this.#quorum.fail(about, votes.length, reading);
    // RPCs that are further ahead know this block as well.
    const final = enough ? enough.value : await this.#blockAt(number, rpcs, reading);
    const others = alike.filter(({ value }) => value.hash !== final.hash);
    const astray = new Set(others.map(({ rpc }) => rpc));
    return { final, latest: null, confirmations: null, rpcs: new Set(rpcs.filter((rpc) => !astray.has(rpc))) };
  }

  async #confirmed(confirmations: number, reading: Reading): Promise<Head> {
    const about = 'the latest block';
    const votes = await this.#ask(
      { method: 'eth_getBlockByNumber', params: ['latest', false], read: block(), about },
      reading,
    );
    const { number: latest, rpcs } = this.#reached(votes, about, reading);
    const depth = BigInt(confirmations) - 1n;
    const final = await this.#blockAt(latest > depth ? latest - depth : 0n, rpcs, reading);
    return { final, latest, confirmations, rpcs: new Set(rpcs) };
  }

  /** The answers of all RPCs that do not rest; if those are too few, also of those that do. */
  async #ask(question: Question<Block | null>, reading: Reading): Promise<Vote<Block>[]> {
    const ask = async (rpcs: readonly Rpc[]): Promise<Vote<Block>[]> => {
      const answers = await this.#quorum.askAll(question, rpcs, reading);
      return answers.flatMap(({ rpc, value }) => (value ? [{ rpc, value }] : []));
    };
    const { rpcs } = this.#quorum;
    const resting = rpcs.filter(({ rests }) => rests);
    const votes = await ask(rpcs.filter((rpc) => !resting.includes(rpc)));
    return votes.length >= this.#quorum.size ? votes : [...votes, ...(await ask(resting))];
  }

  /** The highest block that enough RPCs have reached, and those RPCs. A few RPCs that are ahead do not change it. */
  #reached(votes: readonly Vote<Block>[], about: string, reading: Reading): { number: bigint; rpcs: Rpc[] } {
    const numbers = votes.map(({ value }) => value.number).toSorted((one, other) => (one > other ? -1 : 1));
    const number = numbers[this.#quorum.size - 1] ?? this.#quorum.fail(about, votes.length, reading);
    return { number, rpcs: votes.filter(({ value }) => value.number >= number).map(({ rpc }) => rpc) };
  }

  async #blockAt(number: bigint, rpcs: readonly Rpc[], reading: Reading): Promise<Block> {
    const question = blockQuestion(number);
    return (await this.#quorum.settle(question, rpcs, reading)) ?? this.#quorum.fail(question.about, 0, reading);
  }
}

/** Asks for the block of that number. */
export function blockQuestion(number: bigint): Question<Block | null> {
  const params = [`0x${number.toString(16)}`, false];
  return { method: 'eth_getBlockByNumber', params, read: block(number), about: `the block ${number}` };
}
