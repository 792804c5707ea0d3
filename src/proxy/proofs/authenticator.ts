import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';

/** The time step of all authenticator apps. */
export const STEP_S = 30;
const DIGITS = 6;

/** The code that an authenticator shows at a time in epoch milliseconds (RFC 6238, with SHA-1, six digits and 30 seconds). */
export function codeAt(key: Uint8Array, at: number): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(at / 1000 / STEP_S)));
  const mac = hmac(sha1, key, new Uint8Array(counter.buffer));
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = new DataView(mac.buffer, mac.byteOffset).getUint32(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}
