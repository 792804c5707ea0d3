import type { Address, Hex } from 'viem';
import type { Finding, OnchainClaim, OnchainSettings } from '../proxy/index.ts';
import type { Chain } from './chain.ts';
import type { ChainReader } from './chain-reader.ts';
import { checkAddress, checkOption, checkOptionNames } from './check-options.ts';
import { checkLinkRule, type LinkRule } from './link.ts';
import { type EventPattern, eventPattern, methodPattern, type Pattern } from './patterns.ts';
import type { Log, Receipt, Transaction } from './replies.ts';
import { signedAnd } from './signed-and.ts';
import { lowerHex } from './lower-hex.ts';
import { checkAmount, inSmallest } from './units.ts';
import { waiting } from './waiting.ts';

export interface TransactionOptions {
  chain: Chain;
  /** The address it must be sent to, such as a contract. */
  to: Address;
  /** The method it must call, in Solidity: `function mint(uint256 id)`. */
  method?: string | undefined;
  /** What the arguments of `method` must be, in order; `null` for anything. */
  args?: readonly Pattern[] | undefined;
  /** The smallest value, in ether as text, or in wei as a bigint. */
  least?: string | bigint | undefined;
  /** The event that it must have emitted. */
  event?: EventPattern | undefined;
  /** A transaction pays `once` over all actions (default), or once for each action (`per-action`). */
  pays?: 'once' | 'per-action' | undefined;
  /** Who owns the address from then on; default: `one-to-one`. */
  links?: LinkRule | undefined;
}

const WHERE = 'transaction';
const KEYS = ['chain', 'to', 'method', 'args', 'least', 'event', 'pays', 'links'];
const ETHER_DECIMALS = 18;
/** A used transaction is remembered practically for ever: somebody may try it again at any time. */
const REMEMBERED_MS = 100 * 365 * 86_400_000;

/** The options, ready for use. */
interface Wanted {
  to: Address;
  least: bigint;
  calls: ((input: Hex, sender: Address) => boolean) | null;
  emits: ((log: Log, sender: Address) => boolean) | null;
}

/**
 * A transaction that the visitor sent from the address that they sign with. It counts once its block is final, and pays
 * once. Throws `TypeError` for a wrong option.
 */
export function transaction(options: TransactionOptions): OnchainSettings {
  const { chain, pays = 'once', links = 'one-to-one' } = options;
  const wanted = readOptions(options);
  return {
    type: 'onchain',
    asks: 'transaction',
    chains: [{ id: chain.id, name: chain.name }],
    check: signedAnd(chain, links, async (claim, reading) => {
      if (claim.transaction === null) return { kind: 'refuse', detail: 'This asks for the hash of a transaction.' };
      const hash = lowerHex(claim.transaction);
      const finding = await find(hash, wanted, claim, await chain.read(reading));
      return 'block' in finding ? accepted(hash, finding.block, pays, claim) : finding;
    }),
  };
}

function readOptions(options: TransactionOptions): Wanted {
  checkOptionNames(WHERE, options, KEYS);
  checkLinkRule(WHERE, options.links ?? 'one-to-one');
  const { method, args, least, event, pays = 'once' } = options;
  const to = checkAddress(WHERE, 'to', options.to);
  checkOption(
    args === undefined || method !== undefined,
    WHERE,
    'args says what the arguments of method have to be, and method is missing',
  );
  checkOption(pays === 'once' || pays === 'per-action', WHERE, "pays must be 'once' or 'per-action'");
  if (least !== undefined) checkAmount(WHERE, 'least', least, 'ether');
  return {
    to,
    least: least === undefined ? 0n : inSmallest(WHERE, 'least', least, ETHER_DECIMALS),
    calls: method === undefined ? null : methodPattern(WHERE, method, args),
    emits: event === undefined ? null : eventPattern(WHERE, event, to),
  };
}

async function find(
  hash: Hex,
  wanted: Wanted,
  { address }: OnchainClaim,
  reader: ChainReader,
): Promise<Finding | { block: bigint }> {
  const [sent, receipt] = await Promise.all([reader.transaction(hash), reader.receipt(hash)]);
  if (!sent) return waiting(reader, null, NOT_SEEN);
  const error = errorIn(sent, wanted, address);
  if (error !== null) return { kind: 'refuse', detail: error };
  if (!receipt) {
    // An RPC may have no receipt yet, or no longer, for a transaction that is in a block.
    const isReplaced = (await reader.sentBy(sent.from)) > sent.nonce && (await reader.isPending(hash));
    return isReplaced ? { kind: 'refuse', detail: REPLACED } : waiting(reader, null);
  }
  const { blockNumber, blockHash } = receipt;
  const failure = failureIn(receipt, wanted, address);
  // Until its block is final, the transaction may move to another block, where its result may differ.
  if (blockNumber > reader.head.final.number) return waiting(reader, blockNumber, failure ?? undefined);
  const { hash: canonical } = await reader.block(blockNumber);
  // The receipt is of a block that is no longer part of the chain: the transaction may come again in another block.
  if (canonical !== blockHash) return waiting(reader, null);
  return failure === null ? { block: blockNumber } : { kind: 'refuse', detail: failure };
}

/** What is wrong with the content of the transaction; null if nothing is. */
function errorIn({ from, to, input, value }: Transaction, wanted: Wanted, address: Address): string | null {
  if (from !== lowerHex(address)) return 'This transaction was sent from another address than the one that signed.';
  if (to !== wanted.to) return 'This transaction went to another address than the one that counts here.';
  if (wanted.calls && !wanted.calls(input, address))
    return 'This transaction called something else than what counts here.';
  return value < wanted.least ? 'This transaction sent less than what counts here.' : null;
}

function failureIn({ status, logs }: Receipt, { emits }: Wanted, address: Address): string | null {
  if (status !== '0x1') return 'This transaction failed on chain.';
  return emits && !logs.some((log) => emits(log, address)) ? 'This transaction did not do what counts here.' : null;
}

function accepted(
  hash: Hex,
  block: bigint,
  pays: 'once' | 'per-action',
  { action, address, chainId, now }: OnchainClaim,
): Finding {
  const whole = `tx:eip155:${chainId}:${hash}`;
  // The id with the action is always used up, so that it still counts if the owner changes `pays`.
  const ids = [...(pays === 'once' ? [whole] : []), `${whole}:${action}`];
  return {
    kind: 'ok',
    evidence: [{ type: 'transaction', chain: `eip155:${chainId}`, hash, block: Number(block), address }],
    singleUses: ids.map((id) => ({
      id,
      expiresAt: now + REMEMBERED_MS,
      returns: true,
      isLasting: true,
      ifUsed: { code: 'not-proved', detail: 'This transaction was used before.' },
    })),
  };
}

const NOT_SEEN =
  'This transaction has not been seen on chain yet. If your wallet has sent another one in its place, give the hash of that one.';
const REPLACED =
  'Another transaction took the place of this one, so that it will never happen. Give the hash of that one.';
