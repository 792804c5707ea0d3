import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, isAddressEqual, parseAbi } from 'viem';
import type { Finding, OnchainClaim, OnchainSettings } from '../proxy/index.ts';
import type { Chain } from './chain.ts';
import type { ChainReader } from './chain-reader.ts';
import { checkAddress, checkOption, checkOptionNames } from './check-options.ts';
import { checkLinkRule, type LinkRule } from './link.ts';
import type { Block, Called } from './replies.ts';
import { ChainUnavailable, type Reading } from './rpc-quorum.ts';
import { signedAnd } from './signed-and.ts';
import { checkAmount, inSmallest } from './units.ts';

export interface HoldingOptions {
  chain: Chain;
  /** The token's contract. */
  token: Address;
  standard: 'erc20' | 'erc721' | 'erc1155';
  /** The token's id: required for ERC-1155. For ERC-721, any token of the contract counts by default. */
  id?: bigint | number | undefined;
  /** The smallest amount: for ERC-20 in whole tokens as text, such as `0.5`, or in the smallest unit as a bigint; default: `1`. */
  least?: string | bigint | undefined;
  /** For how many days it must have been held: the balance of that time is checked too, but not in between. Needs RPCs with old states. */
  heldForDays?: number | undefined;
  /** Who owns the address from then on; default: `one-to-one`. */
  links?: LinkRule | undefined;
}

const WHERE = 'holding';
const KEYS = ['chain', 'token', 'standard', 'id', 'least', 'heldForDays', 'links'];
const MAX_DAYS = 3650;
const MAX_DECIMALS = 77;
const ABI = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function decimals() view returns (uint8)',
]);
const ABI_1155 = parseAbi(['function balanceOf(address owner, uint256 id) view returns (uint256)']);
const NOTHING = '0x';

/**
 * An amount of a token that the visitor's address holds at the last final block and, with `heldForDays`, that many days earlier as well.
 * Throws `TypeError` if an option is wrong.
 */
export function holding(options: HoldingOptions): OnchainSettings {
  const { chain, heldForDays, links = 'one-to-one' } = options;
  const token = readOptions(options);
  const holds = async (address: Address, least: bigint, reader: ChainReader, reading: Reading): Promise<boolean> => {
    const { final } = reader.head;
    const held = await heldAt(final, token, address, reader);
    // An address without code answers nothing: the config names another token than it means, or another chain.
    if (held === null) throw unreadable(chain, token, final, reading);
    return held >= least;
  };
  return {
    type: 'onchain',
    asks: 'address',
    chains: [{ id: chain.id, name: chain.name }],
    async isHeld(address, reading) {
      const reader = await chain.read(reading);
      return holds(address, await leastOf(options, token, reader, reading), reader, reading);
    },
    check: signedAnd(chain, links, async (claim, reading) => {
      const reader = await chain.read(reading);
      const { final } = reader.head;
      const least = await leastOf(options, token, reader, reading);
      if (!(await holds(claim.address, least, reader, reading))) {
        return { kind: 'refuse', detail: 'This address does not hold what counts here.' };
      }
      if (heldForDays === undefined) return accepted([final], claim);
      const before = await chain.daysBefore(heldForDays, reader, reading);
      const heldBefore = before && (await heldAt(before, token, claim.address, reader));
      return before && heldBefore !== null && heldBefore >= least
        ? accepted([before, final], claim)
        : { kind: 'refuse', detail: `This address does not hold what counts here for ${heldForDays} days yet.` };
    }),
  };
}

interface Token {
  address: Address;
  standard: HoldingOptions['standard'];
  id: bigint | null;
}

function readOptions(options: HoldingOptions): Token {
  checkOptionNames(WHERE, options, KEYS);
  checkLinkRule(WHERE, options.links ?? 'one-to-one');
  const { standard, id, least = '1', heldForDays } = options;
  const address = checkAddress(WHERE, 'token', options.token);
  checkOption(
    ['erc20', 'erc721', 'erc1155'].includes(standard),
    WHERE,
    "standard must be 'erc20', 'erc721' or 'erc1155'",
  );
  checkOption(
    id === undefined || standard !== 'erc20',
    WHERE,
    'id is of tokens that are told apart: leave it out for ERC-20',
  );
  checkOption(id !== undefined || standard !== 'erc1155', WHERE, 'id is missing: an ERC-1155 contract has many tokens');
  const isId = id === undefined || (typeof id === 'bigint' ? id >= 0n : Number.isSafeInteger(id) && id >= 0);
  checkOption(isId, WHERE, 'id must be a whole number; above 2^53 with an n at its end');
  checkAmount(WHERE, 'least', least, 'whole tokens');
  if (standard !== 'erc20') inSmallest(WHERE, 'least', least, 0);
  const one = standard !== 'erc721' || id === undefined || BigInt(least) === 1n;
  checkOption(one, WHERE, 'least must be 1: there is one of each ERC-721 token');
  const days =
    heldForDays === undefined || (typeof heldForDays === 'number' && heldForDays > 0 && heldForDays <= MAX_DAYS);
  checkOption(days, WHERE, `heldForDays must be a number of days above 0, ${MAX_DAYS} at most`);
  return { address, standard, id: id === undefined ? null : BigInt(id) };
}

/** The least amount in the token's smallest unit. For ERC-20 in whole tokens, the contract is asked for its decimals. */
async function leastOf(
  { chain, least = '1' }: HoldingOptions,
  token: Token,
  reader: ChainReader,
  reading: Reading,
): Promise<bigint> {
  if (typeof least === 'bigint') return least;
  if (token.standard !== 'erc20') return BigInt(least);
  const data = encodeFunctionData({ abi: ABI, functionName: 'decimals' });
  const decimals = numberIn(await reader.call(token.address, data, reader.head.final));
  if (decimals === null || decimals > MAX_DECIMALS) throw unreadable(chain, token, reader.head.final, reading);
  return inSmallest(WHERE, 'least', least, Number(decimals));
}

/** The address's balance after that block; null if the contract does not answer like a token. */
async function heldAt(
  block: Block,
  { address: contract, standard, id }: Token,
  address: Address,
  reader: ChainReader,
): Promise<bigint | null> {
  if (standard === 'erc721' && id !== null) {
    const called = await reader.call(
      contract,
      encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [id] }),
      block,
    );
    // A token id that does not exist has no owner: the contract reverts.
    if ('reverted' in called) return 0n;
    const owner = ownerIn(called.returned);
    return owner && (isAddressEqual(owner, address) ? 1n : 0n);
  }
  const data =
    standard === 'erc1155' && id !== null
      ? encodeFunctionData({ abi: ABI_1155, args: [address, id] })
      : encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [address] });
  return numberIn(await reader.call(contract, data, block));
}

/** The number, if the call returned exactly one word; null for anything else. */
function numberIn(called: Called): bigint | null {
  return 'returned' in called && called.returned.length === WORD_LENGTH ? BigInt(called.returned) : null;
}

function ownerIn(returned: Hex): Address | null {
  if (returned === NOTHING) return null;
  try {
    return decodeFunctionResult({ abi: ABI, functionName: 'ownerOf', data: returned });
  } catch {
    return null;
  }
}

const WORD_LENGTH = 2 + 64;

function accepted(blocks: readonly Block[], { chainId, address }: OnchainClaim): Finding {
  const evidence = {
    type: 'holding',
    chain: `eip155:${chainId}`,
    address,
    blocks: blocks.map(({ number }) => Number(number)),
  };
  return { kind: 'ok', evidence: [evidence], singleUses: [] };
}

function unreadable(
  chain: Chain,
  { address, standard }: Token,
  { number }: Block,
  { logger }: Reading,
): ChainUnavailable {
  const message = `the contract ${address} does not answer as a token of ${standard} does on ${chain.name} as of block ${number}: is that its address, on that chain?`;
  logger.error({ chainId: chain.id }, message);
  return new ChainUnavailable(message);
}
