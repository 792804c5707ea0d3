import { findBlockBefore } from './block-before.ts';
import { ChainReader } from './chain-reader.ts';
import { checkOption, checkOptionNames } from './check-options.ts';
import { type Finality, HeadFinder } from './head.ts';
import { answerTo, type Block } from './replies.ts';
import { type Reading, RpcQuorum } from './rpc-quorum.ts';
import { Rpc } from './rpc.ts';
import { Shared } from './shared.ts';

export interface ChainOptions {
  /** The chain's number (EIP-155): 1 for Ethereum. RPCs of another chain are ignored. */
  id: number;
  /** What visitors read. */
  name: string;
  /** Addresses of RPCs, https:// or on this machine. No log and no error shows them, because many contain a key. */
  rpc: readonly (string | undefined)[];
  /** How many of them must say the same; default: more than half. */
  quorum?: number;
  /** When a block counts; default: `finalized`. */
  finality?: Finality;
  /** The limit of one call in milliseconds; default: 2000. */
  timeoutMs?: number;
}

const KEYS = ['id', 'name', 'rpc', 'quorum', 'finality', 'timeoutMs'];
const MAX_RPCS = 16;
const MAX_CONFIRMATIONS = 100_000;
const USUAL_MS = 2_000;
const MAX_MS = 15_000;
/** After this part of the limit, another RPC is asked as well: a claim has time for only a few calls that take the whole limit. */
const PATIENCE = 4;
const MAX_NAME_LENGTH = 60;
/** Work that claims share may take longer than a single claim waits: the next claim finds it done. */
const SHARED_MS = 20_000;
/** Earlier blocks are searched for at multiples of this time, so that claims share them. */
const STEP_S = 600;
const DAY_S = 86_400;

/** A chain, read through RPCs by quorum. Made by `chain`. */
export class Chain {
  readonly id: number;
  readonly name: string;
  readonly #quorum: RpcQuorum;
  readonly #heads: HeadFinder;
  readonly #earlier = new Shared<Block | null>(SHARED_MS, STEP_S * 1000);

  constructor(options: ChainOptions) {
    const { id, name, rpc, quorum = Math.floor(rpc.length / 2) + 1, finality = 'finalized' } = options;
    this.id = id;
    this.name = name;
    const { timeoutMs = USUAL_MS } = options;
    const rpcs = rpc.map((address, index) => new Rpc(`rpc[${index}]`, address, timeoutMs));
    this.#quorum = new RpcQuorum(this, rpcs, quorum, timeoutMs / PATIENCE);
    this.#heads = new HeadFinder(this.#quorum, finality, SHARED_MS);
  }

  /** Reads the chain at its last final block. Throws `ChainUnavailable`. */
  async read(reading: Reading): Promise<ChainReader> {
    return new ChainReader(this.#quorum, await this.#heads.find(reading), reading);
  }

  /** The number of the last final block. Throws `ChainUnavailable`. */
  async lastBlock(reading: Reading): Promise<bigint> {
    return (await this.#heads.find(reading)).final.number;
  }

  /**
   * The last block at least so many days, and up to ten minutes more, before the last final block; null if the chain is younger. Throws
   * `ChainUnavailable`.
   */
  daysBefore(days: number, { head: { final } }: ChainReader, reading: Reading): Promise<Block | null> {
    const time = Math.floor((Number(final.timestamp) - days * DAY_S) / STEP_S) * STEP_S;
    return this.#earlier.get(String(time), reading, async (shared) => {
      const reader = await this.read(shared);
      return findBlockBefore(time, STEP_S / 2, reader);
    });
  }

  /** Makes an EIP-1193 request, for viem's `custom` transport. Throws `ChainUnavailable`, and viem's error for a revert. */
  request(reading: Reading): (call: { method: string; params?: unknown }) => Promise<unknown> {
    return async ({ method, params = [] }) => {
      const list: readonly unknown[] = Array.isArray(params) ? params : [params];
      const question = { method, params: list, read: answerTo(method), about: method };
      const answer = await this.#quorum.settle(question, this.#quorum.rpcs, reading);
      if ('result' in answer) return answer.result;
      throw Object.assign(new Error('execution reverted'), { code: 3, data: answer.reverted });
    };
  }
}

/**
 * A chain for proofs to read. Throws `TypeError` for a wrong option, with what to change. The error contains no address, because many addresses
 * contain a key.
 */
export function chain(options: ChainOptions): Chain {
  checkOptions(options);
  return new Chain(options);
}

const WHERE = 'chain';

function checkOptions(options: ChainOptions): void {
  checkOptionNames(WHERE, options, KEYS);
  const { id, name, rpc, quorum, finality = 'finalized', timeoutMs = USUAL_MS } = options;
  checkOption(isCount(id), WHERE, 'id must be the number of the chain, such as 1 for Ethereum');
  const isNamed = typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME_LENGTH;
  checkOption(isNamed, WHERE, `name must be what visitors read, ${MAX_NAME_LENGTH} characters at most`);
  const isList = Array.isArray(rpc) && rpc.length > 0 && rpc.length <= MAX_RPCS;
  checkOption(isList, WHERE, `rpc must be a list of addresses, one at least and ${MAX_RPCS} at most`);
  const given = rpc.filter((address) => address !== undefined);
  const isNew = new Set(given.map(normalized)).size === given.length;
  checkOption(isNew, WHERE, 'rpc has an address twice: what one RPC says twice is said once');
  const isReached = quorum === undefined || (isCount(quorum) && quorum <= rpc.length);
  checkOption(isReached, WHERE, `quorum must be a number from 1 to that of the addresses, ${rpc.length}`);
  const depth: unknown = typeof finality === 'object' && finality !== null ? finality.confirmations : null;
  const isDeep = finality === 'finalized' || (isCount(depth) && depth <= MAX_CONFIRMATIONS);
  checkOption(
    isDeep,
    WHERE,
    `finality must be 'finalized', or { confirmations: … } with a number from 1 to ${MAX_CONFIRMATIONS}`,
  );
  const isBound = Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= MAX_MS;
  checkOption(isBound, WHERE, `timeoutMs must be milliseconds, ${MAX_MS} at most`);
}

/** The same text for each way to write an address. */
function normalized(address: string): string {
  const url = URL.parse(address);
  return url ? url.origin + url.pathname.replace(/\/+$/, '') + url.search : address;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
