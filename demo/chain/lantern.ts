import {
  type Address,
  decodeFunctionData,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem';
import { lowerHex } from '../../src/onchain/lower-hex.ts';

const ABI = parseAbi([
  'function light()',
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'event Lit(address indexed keeper)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
]);

/** What the contract remembers: the accounts that have lit the lantern, each once, in order. The deed of the first has the number 1 (ERC-721). */
export type Keepers = readonly Address[];

/** An event, by its topics: nothing that is of interest here stands outside of them. */
export type Topics = readonly Hex[];

/** What a transaction does: an account that lights the lantern has the deed from the first time on. Null where it reverts. */
export function transact(keepers: Keepers, from: Address, input: Hex): { keepers: Keepers; events: Topics[] } | null {
  if (decoded(input)?.functionName !== 'light') return null;
  const lit = topics('Lit', { keeper: from });
  if (keepers.includes(from)) return { keepers, events: [lit] };
  const id = BigInt(keepers.length + 1);
  return { keepers: [...keepers, from], events: [lit, topics('Transfer', { from: zeroAddress, to: from, id })] };
}

/** What a call returns; null where it reverts. */
export function read(keepers: Keepers, data: Hex): Hex | null {
  const call = decoded(data);
  if (call?.functionName === 'balanceOf') {
    const [owner] = call.args;
    const result = keepers.includes(lowerHex(owner)) ? 1n : 0n;
    return encodeFunctionResult({ abi: ABI, functionName: 'balanceOf', result });
  }
  if (call?.functionName === 'ownerOf') {
    const [id] = call.args;
    const result = keepers[Number(id) - 1];
    return result === undefined ? null : encodeFunctionResult({ abi: ABI, functionName: 'ownerOf', result });
  }
  return null;
}

function decoded(data: Hex) {
  try {
    return decodeFunctionData({ abi: ABI, data });
  } catch {
    return null;
  }
}

function topics(eventName: 'Lit' | 'Transfer', args: object): Hex[] {
  const encoded = encodeEventTopics({ abi: ABI, eventName, args });
  return encoded.filter((topic) => typeof topic === 'string');
}
