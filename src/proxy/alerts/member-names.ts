import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What a member is called in logs and events. */
export type MemberNames = (memberId: string) => string;

const HASH_LENGTH = 16;

/**
 * Names members by a keyed hash, whose key is nowhere but in this process: the same member has the same name until it ends, and
 * no list of ids tells who that is. If the owner wants so, by their ids.
 */
export function memberNames({ shown }: { shown: boolean }): MemberNames {
  if (shown) return (memberId) => memberId;
  const key = randomBytes(32);
  return (memberId) => bytesToHex(hmac(sha256, key, utf8ToBytes(memberId))).slice(0, HASH_LENGTH);
}
