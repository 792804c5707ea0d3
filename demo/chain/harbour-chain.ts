import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem';
import { FINAL_DEPTH, HARBOUR_CHAIN, LANTERN } from './facts.ts';
import { type Keepers, read, type Topics, transact } from './lantern.ts';
import { REJECTED, reverted, RpcError } from './rpc-error.ts';
import { readSigned, type SignedTransaction } from './signed-transaction.ts';

export interface Block {
  number: number;
  hash: Hex;
  /** Epoch seconds. */
  timestamp: number;
}

/** A transaction, and what comes of it. */
export interface Sent extends SignedTransaction {
  /** The number of its block, which there may not be yet. */
  block: number;
  succeeded: boolean;
  events: readonly Topics[];
  /** Whom the contract remembers from then on. */
  keepers: Keepers;
}

const BLOCK_S = 2;
const SAFE_DEPTH = 3;
/** A chain that has run for so long has final blocks from the start. */
const AGE_S = 3600;

/**
 * A chain in memory with one contract: a block every two seconds, final once six others stand on it. Blocks are worked out by the clock
 * when somebody asks. Nobody has any ether there, and nothing costs any.
 */
export class HarbourChain {
  readonly #now: () => number;
  readonly #beganAt: number;
  readonly #sent: Sent[] = [];
  /** Numbers of the blocks that were told of. */
  readonly #told = new Map<Hex, number>();

  /** `now` gives epoch milliseconds. */
  constructor({ now = Date.now }: { now?: () => number } = {}) {
    this.#now = now;
    this.#beganAt = this.#seconds() - AGE_S;
  }

  get latest(): number {
    return Math.floor((this.#seconds() - this.#beganAt) / BLOCK_S);
  }

  get safe(): number {
    return this.latest - SAFE_DEPTH;
  }

  get finalized(): number {
    return this.latest - FINAL_DEPTH;
  }

  /** Null where there is none of that number yet. */
  block(number: number): Block | null {
    if (number < 0 || number > this.latest) return null;
    const timestamp = this.#beganAt + number * BLOCK_S;
    const before = this.#sent.filter(({ block }) => block <= number).map(({ hash }) => hash);
    // The hash is over all that has happened, so that no other chain has the same.
    const all = [BigInt(HARBOUR_CHAIN.id), BigInt(number), BigInt(timestamp), before] as const;
    const hash = keccak256(
      encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes32[]' }], all),
    );
    this.#told.set(hash, number);
    return { number, hash, timestamp };
  }

  blockNumberOf(hash: Hex): number | null {
    return this.#told.get(hash) ?? null;
  }

  /** The transaction of that hash, also where it is in no block yet. */
  sent(hash: Hex): Sent | null {
    return this.#sent.find((one) => one.hash === hash) ?? null;
  }

  /** How many transactions the address had sent by that block. */
  countOf(address: Address, block: number): number {
    return this.#sent.filter((one) => one.from === address && one.block <= block).length;
  }

  /** What a contract returns as of that block. Throws `RpcError` where it reverts. */
  call(to: Address | null, data: Hex, block: number): Hex {
    // There is nothing here to run what somebody would put on the chain.
    if (to === null) throw reverted();
    if (to !== LANTERN) return '0x';
    const returned = read(this.#keepersAt(block), data);
    if (returned === null) throw reverted();
    return returned;
  }

  /** Takes a signed transaction into the next block, and gives its hash. Throws `RpcError` where it is not valid. */
  async send(raw: Hex): Promise<Hex> {
    const signed = await readSigned(raw);
    const { hash, from, to, input, nonce } = signed;
    if (this.sent(hash)) throw new RpcError(REJECTED, 'already known');
    const next = this.countOf(from, Infinity);
    if (nonce !== next) {
      throw new RpcError(REJECTED, `nonce too ${nonce < next ? 'low' : 'high'}: next nonce ${next}, tx nonce ${nonce}`);
    }
    const keepers = this.#keepersAt(Infinity);
    // An address without a contract takes whatever it is sent.
    const outcome = to === LANTERN ? transact(keepers, from, input) : to && { keepers, events: [] };
    const { keepers: after, events } = outcome ?? { keepers, events: [] };
    this.#sent.push({ ...signed, block: this.latest + 1, succeeded: outcome !== null, events, keepers: after });
    return hash;
  }

  #keepersAt(number: number): Keepers {
    return this.#sent.findLast(({ block }) => block <= number)?.keepers ?? [];
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1000);
  }
}
