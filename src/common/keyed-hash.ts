import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** HMAC-SHA256 of texts under one key, in hexadecimal. What is the same for every text is worked out once. */
export function keyedHash(key: Uint8Array): (text: string) => string {
  const begun = hmac.create(sha256, key);
  const copy = begun.clone();
  // oxlint-disable-next-line no-underscore-dangle -- public, whatever its name says: it is how the library copies into a hash that is there
  return (text) => bytesToHex(begun._cloneInto(copy).update(utf8ToBytes(text)).digest());
}
