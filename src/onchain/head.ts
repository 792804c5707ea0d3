import { type Block, block, quantity } from './replies.ts';
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

/** An address that leads to another chain some day is noticed by then. */
const ID_KEPT_MS = 600_000;
const WRONG_ID_KEPT_MS = 30_000;

/** Finds the last block that counts: as high as enough RPCs say, and the same block for enough of them. */
export class HeadFinder {
  readonly #quorum: RpcQuorum;
  readonly #chainId: bigint;
  readonly #finality: Finality;
  readonly #shared: Shared<Head>;
  readonly #ids = new Map<Rpc, { fits: boolean; until: number }>();

  constructor(quorum: RpcQuorum, chainId: number, finality: Finality, limitMs: number) {
    this.#quorum = quorum;
    this.#chainId = BigInt(chainId);
    this.#finality = finality;
    this.#shared = new Shared(limitMs);
  }

  /** Claims that come at the same time share it. Throws `ChainUnavailable`. */
  find(reading: Reading): Promise<Head> {
    return this.#shared.get('', reading, (shared) =>
      this.#finality === 'finalized' ? this.#finalized(shared) : this.#confirmed(this.#finality.confirmations, shared),
    );
  }

  /** Those that are of this chain, as they said within the last ten minutes. */
  async ofThisChain(rpcs: readonly Rpc[], reading: Reading): Promise<readonly Rpc[]> {
    const fit = await Promise.all(rpcs.map((rpc) => this.#fits(rpc, reading)));
    return rpcs.filter((_, index) => fit[index]);
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
      const answers = (await this.ofThisChain(rpcs, reading)).map((rpc) => this.#quorum.ask(rpc, question, reading));
      return (await Promise.all(answers)).flatMap((said) =>
        said?.value ? [{ rpc: said.rpc, value: said.value }] : [],
      );
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

  async #fits(rpc: Rpc, reading: Reading): Promise<boolean> {
    const now = performance.now();
    const known = this.#ids.get(rpc);
    if (known && now < known.until) return known.fits;
    const said = await this.#quorum.ask(
      rpc,
      { method: 'eth_chainId', params: [], read: quantity, about: 'the chain' },
      reading,
    );
    if (!said) return false;
    const fits = said.value === this.#chainId;
    this.#ids.set(rpc, { fits, until: now + (fits ? ID_KEPT_MS : WRONG_ID_KEPT_MS) });
    if (!fits) {
      const message = `${rpc.name} is of the chain ${said.value}, not of ${this.#chainId}, and is not listened to: mend its address, or the id`;
      this.#quorum.tell(reading.logger, 'error', message);
    }
    return fits;
  }
}

/** The block of that number, as those have it that are asked. */
export function blockQuestion(number: bigint): Question<Block | null> {
  const params = [`0x${number.toString(16)}`, false];
  return { method: 'eth_getBlockByNumber', params, read: block(number), about: `the block ${number}` };
}
