import { type Block, block } from './replies.ts';
import { largest, type Question, type Reading, type RpcQuorum, type Said } from './rpc-quorum.ts';
import type { Rpc } from './rpc.ts';
import { Shared } from './shared.ts';

/** When a block counts: once the chain's validators have finalized it, or with so many confirmations, its own block being the first. */
export type Finality = 'finalized' | { confirmations: number };

/** The last block that counts. */
export interface Head {
  final: Block;
  /** The last block of all, where that is what was asked for. */
  latest: bigint | null;
  /** How many confirmations make a block count, where that is the rule. */
  confirmations: number | null;
  /** The RPCs that know that block. */
  rpcs: ReadonlySet<Rpc>;
}

/** Finds the last block that counts: as high as enough RPCs say, and the same block for enough of them. */
export class HeadFinder {
  readonly #quorum: RpcQuorum;
  readonly #finality: Finality;
  readonly #shared: Shared<Head>;

  constructor(quorum: RpcQuorum, finality: Finality, limitMs: number) {
    this.#quorum = quorum;
    this.#finality = finality;
    this.#shared = new Shared(limitMs);
  }

  /** Claims that come at the same time share it. Throws `ChainUnavailable`. */
  find(reading: Reading): Promise<Head> {
    return this.#shared.get('', reading, (shared) =>
      this.#finality === 'finalized' ? this.#finalized(shared) : this.#confirmed(this.#finality.confirmations, shared),
    );
  }

  async #finalized(reading: Reading): Promise<Head> {
    const about = 'the finalized block';
    const said = await this.#ask(
      { method: 'eth_getBlockByNumber', params: ['finalized', false], read: block(), about },
      reading,
    );
    const { number, rpcs } = this.#reached(said, about, reading);
    const alike = said.filter(({ value }) => value.number === number);
    const most = largest(alike);
    const strays = alike.filter((one) => !most.includes(one));
    for (const { rpc } of strays) {
      const message = `${rpc.name} has another finalized block ${number} than others: one of them is on a fork, or lies`;
      this.#quorum.tell(reading.logger, 'error', message);
    }
    const enough = most.length >= this.#quorum.size && most[0];
    // Where as many say one as the other, nobody knows which of them to believe.
    if (enough && strays.length >= most.length) this.#quorum.fail(about, said.length, reading);
    // Those that have come further know it as well.
    const final = enough ? enough.value : await this.#blockAt(number, rpcs, reading);
    const others = alike.filter(({ value }) => value.hash !== final.hash);
    const astray = new Set(others.map(({ rpc }) => rpc));
    return { final, latest: null, confirmations: null, rpcs: new Set(rpcs.filter((rpc) => !astray.has(rpc))) };
  }

  async #confirmed(confirmations: number, reading: Reading): Promise<Head> {
    const about = 'the latest block';
    const said = await this.#ask(
      { method: 'eth_getBlockByNumber', params: ['latest', false], read: block(), about },
      reading,
    );
    const { number: latest, rpcs } = this.#reached(said, about, reading);
    const depth = BigInt(confirmations) - 1n;
    const final = await this.#blockAt(latest > depth ? latest - depth : 0n, rpcs, reading);
    return { final, latest, confirmations, rpcs: new Set(rpcs) };
  }

  /** What all of them answer, and those that rest where the others are too few. */
  async #ask(question: Question<Block | null>, reading: Reading): Promise<Said<Block>[]> {
    const ask = async (rpcs: readonly Rpc[]): Promise<Said<Block>[]> => {
      const answers = await this.#quorum.askAll(question, rpcs, reading);
      return answers.flatMap(({ rpc, value }) => (value ? [{ rpc, value }] : []));
    };
    const { rpcs } = this.#quorum;
    const resting = rpcs.filter(({ rests }) => rests);
    const said = await ask(rpcs.filter((rpc) => !resting.includes(rpc)));
    return said.length >= this.#quorum.size ? said : [...said, ...(await ask(resting))];
  }

  /** The highest block that enough of them have reached, and which those are: what a few say alone moves nothing. */
  #reached(said: readonly Said<Block>[], about: string, reading: Reading): { number: bigint; rpcs: Rpc[] } {
    const numbers = said.map(({ value }) => value.number).toSorted((one, other) => (one > other ? -1 : 1));
    const number = numbers[this.#quorum.size - 1] ?? this.#quorum.fail(about, said.length, reading);
    return { number, rpcs: said.filter(({ value }) => value.number >= number).map(({ rpc }) => rpc) };
  }

  async #blockAt(number: bigint, rpcs: readonly Rpc[], reading: Reading): Promise<Block> {
    const question = blockQuestion(number);
    return (await this.#quorum.settle(question, rpcs, reading)) ?? this.#quorum.fail(question.about, 0, reading);
  }
}

/** The block of that number, as those have it that are asked. */
export function blockQuestion(number: bigint): Question<Block | null> {
  const params = [`0x${number.toString(16)}`, false];
  return { method: 'eth_getBlockByNumber', params, read: block(number), about: `the block ${number}` };
}
