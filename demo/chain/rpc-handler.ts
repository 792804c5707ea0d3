import { type Address, type Hex, isAddress, isHex, numberToHex, size } from 'viem';
import { lowerHex } from '../../src/onchain/lower-hex.ts';
import type { Block, HarbourChain, Sent } from './harbour-chain.ts';
import { HARBOUR_CHAIN, LANTERN } from './facts.ts';
import { INVALID_PARAMS, INVALID_REQUEST, NO_METHOD, REJECTED, RpcError } from './rpc-error.ts';

const MAX_LENGTH = 65_536;
const HASH_BYTES = 32;

/** Answers a JSON-RPC call of a chain: what proofs and wallets ask, and no more. */
export async function answerRpc(chain: HarbourChain, request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
  const text = await request.text();
  const asked = callIn(text);
  const id = asked?.id ?? null;
  try {
    if (!asked) throw new RpcError(INVALID_REQUEST, 'invalid request');
    const method = METHODS.get(asked.method);
    if (!method) throw new RpcError(NO_METHOD, `the method ${asked.method} does not exist`);
    return Response.json({ jsonrpc: '2.0', id, result: await method(chain, asked.params) });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message, data } = error;
    return Response.json({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } });
  }
}

type Method = (chain: HarbourChain, params: readonly unknown[]) => unknown;

const METHODS = new Map<string, Method>([
  ['eth_chainId', () => numberToHex(HARBOUR_CHAIN.id)],
  ['eth_blockNumber', (chain) => numberToHex(chain.latest)],
  ['eth_getBlockByNumber', (chain, [block]) => shownBlock(chain.block(numberOf(chain, block)))],
  ['eth_getTransactionByHash', (chain, [given]) => shownTransaction(chain, chain.sent(hash(given)))],
  ['eth_getTransactionReceipt', (chain, [given]) => shownReceipt(chain, chain.sent(hash(given)))],
  [
    'eth_getTransactionCount',
    (chain, [given, block]) =>
      numberToHex(chain.countOf(address(given), block === 'pending' ? Infinity : known(chain, block))),
  ],
  ['eth_call', call],
  ['eth_sendRawTransaction', (chain, [raw]) => chain.send(hex(raw))],
]);

function call(chain: HarbourChain, [given, block]: readonly unknown[]): Hex {
  const { to = null, data, input = data }: Record<'to' | 'data' | 'input', unknown> = Object(given);
  return chain.call(to === null ? null : address(to), input === undefined ? '0x' : hex(input), known(chain, block));
}

function shownBlock(block: Block | null): object | null {
  return block && { number: numberToHex(block.number), hash: block.hash, timestamp: numberToHex(block.timestamp) };
}

function shownTransaction(chain: HarbourChain, sent: Sent | null): object | null {
  if (!sent) return null;
  const { hash: own, from, to, input, nonce, block } = sent;
  const place = chain.block(block);
  return {
    hash: own,
    from,
    to,
    input,
    value: '0x0',
    nonce: numberToHex(nonce),
    blockHash: place?.hash ?? null,
    blockNumber: place && numberToHex(place.number),
  };
}

/** Null while it is in no block. */
function shownReceipt(chain: HarbourChain, sent: Sent | null): object | null {
  const found = sent && chain.block(sent.block);
  if (!found) return null;
  const { hash: own, from, to, succeeded, events } = sent;
  const place = { transactionHash: own, blockHash: found.hash, blockNumber: numberToHex(found.number) };
  const logs = events.map((topics, index) => {
    return { address: LANTERN, topics, data: '0x', logIndex: numberToHex(index), removed: false, ...place };
  });
  return { ...place, from, to, status: succeeded ? '0x1' : '0x0', logs };
}

/** The block that is meant, which has to be there. */
function known(chain: HarbourChain, block: unknown = 'latest'): number {
  const { blockHash, blockNumber }: Record<'blockHash' | 'blockNumber', unknown> = Object(block);
  const number = blockHash === undefined ? numberOf(chain, blockNumber ?? block) : chain.blockNumberOf(hash(blockHash));
  if (number === null || number > chain.latest) throw new RpcError(REJECTED, 'header not found');
  return number;
}

function numberOf(chain: HarbourChain, block: unknown): number {
  switch (block) {
    case 'latest':
    case 'safe':
    case 'finalized':
      return chain[block];
    case 'earliest':
      return 0;
  }
  const number = typeof block === 'string' && /^0x[0-9a-f]{1,13}$/i.test(block) ? Number(block) : null;
  if (number === null) throw new RpcError(INVALID_PARAMS, 'not a block');
  return number;
}

function hash(given: unknown): Hex {
  const value = hex(given);
  if (size(value) !== HASH_BYTES) throw new RpcError(INVALID_PARAMS, 'not a hash');
  return value;
}

function address(given: unknown): Address {
  if (typeof given !== 'string' || !isAddress(given, { strict: false }))
    throw new RpcError(INVALID_PARAMS, 'not an address');
  return lowerHex(given);
}

/** Whole bytes, in small letters. */
function hex(given: unknown): Hex {
  if (!isHex(given) || given.length % 2 !== 0) throw new RpcError(INVALID_PARAMS, 'not bytes in hex');
  return lowerHex(given);
}

function callIn(text: string): { id: unknown; method: string; params: readonly unknown[] } | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    const { id, method, params = [] }: Record<'id' | 'method' | 'params', unknown> = Object(JSON.parse(text));
    return typeof method === 'string' && Array.isArray(params) ? { id, method, params } : null;
  } catch {
    return null;
  }
}
