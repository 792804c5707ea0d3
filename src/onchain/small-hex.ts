import type { Hex } from 'viem';

/** The same in small letters, so that one thing has one name: addresses and hashes are told apart as text. */
export function smallHex(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`;
}
