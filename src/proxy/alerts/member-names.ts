import { randomBytes } from '@noble/hashes/utils.js';
import { keyedHash } from '../../common/keyed-hash.ts';

/** What a member is called in logs and events. */
export type MemberNames = (memberId: string) => string;

const HASH_LENGTH = 16;

/**
 * Names members by a keyed hash. Its key is nowhere but in this process: the same member has the same name until it ends, and
 * no list of ids tells who that is. If the owner wants so, by their ids.
 */
export function memberNames({ shown }: { shown: boolean }): MemberNames {
  if (shown) return (memberId) => memberId;
  const hash = keyedHash(randomBytes(32));
  return (memberId) => hash(memberId).slice(0, HASH_LENGTH);
}
