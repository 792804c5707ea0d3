import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** HMAC-SHA256 over the concatenated parts. */
export function macOf(key: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  const mac = hmac.create(sha256, key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Compares in the same time for all bytes of one length. */
export function areSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.byteLength !== other.byteLength) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}
