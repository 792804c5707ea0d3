import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hex } from './claim.ts';

/** The address with the upper case letters of EIP-55; null if the text is no address, or has other upper case letters. */
export function addressIn(text: string): Hex | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const digits = text.slice(2);
  const address = withCapitals(digits.toLowerCase());
  const hasNone = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasNone || text === address ? address : null;
}

/** Each letter is upper case if the digit at the same place in the hash of the lower case address is 8 or more. */
function withCapitals(digits: string): Hex {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const letters = Array.from(digits, (digit, at) =>
    Number.parseInt(hash[at] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  );
  return `0x${letters.join('')}`;
}
