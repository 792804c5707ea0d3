import type { Hex } from 'viem';

/** In lower case, because addresses and hashes are compared as text. */
export function lowerHex(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`;
}
