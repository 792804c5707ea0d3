import { hexToBytes } from '@noble/hashes/utils.js';
import { fromBase64 } from '../../common/base64.ts';

/** The 32 bytes of a signature in lower-case hexadecimal; null if the text is not one. */
export function signatureFromHex(text: string): Uint8Array | null {
  return /^[0-9a-f]{64}$/.test(text) ? hexToBytes(text) : null;
}

/** The 32 bytes of a signature in base64; null if the text is not one. */
export function signatureFromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return null;
  return fromBase64(text);
}
