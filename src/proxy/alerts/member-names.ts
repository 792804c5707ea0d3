import { randomBytes } from '@noble/hashes/utils.js';
import { keyedHash } from '../../common/keyed-hash.ts';

/** Gives a member's name for logs and events. */
export type MemberNames = (memberId: string) => string;

const HASH_LENGTH = 16;

/**
 * Names members by a keyed hash. The key exists only in this process: a member has the same name until it ends, and a list of ids does not help to
 * find out who it is. If the owner wants it, the names are the ids.
 */
export function memberNames({ shown }: { shown: boolean }): MemberNames {
  if (shown) return (memberId) => memberId;
  const hash = keyedHash(randomBytes(32));
  return (memberId) => hash(memberId).slice(0, HASH_LENGTH);
}
