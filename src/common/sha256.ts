import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** That of Node, Bun and Deno, at a tenth of the cost. What all runtimes have answers later, which costs more than the hash. */
const native = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash;

/** SHA-256 of the text in UTF-8, in hexadecimal. */
export function sha256Hex(text: string): string {
  return native ? native('sha256', text) : bytesToHex(sha256(utf8ToBytes(text)));
}
