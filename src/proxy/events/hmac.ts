import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';

/** HMAC-SHA256 over the parts, one after the other. */
export function macOf(key: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  const mac = hmac.create(sha256, key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Whether both are the same, in a time that depends on nothing but their length. */
export function areSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.byteLength !== other.byteLength) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

/** The 32 bytes of a signature in small hexadecimal digits; null where it is none. */
export function fromHex(text: string): Uint8Array | null {
  return /^[0-9a-f]{64}$/.test(text) ? hexToBytes(text) : null;
}

/** The 32 bytes of a signature in base64; null where it is none. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
