import { isRecord } from '../../../contract/guard.ts';
import type { MemberIds } from '../member-ids.ts';
import type { Platform, Profile } from './settings.ts';

/** Who signed in: the id, and a display name, if there is one. */
export interface PlatformMember {
  id: string;
  name: string | null;
}

const MAX_NAME_LENGTH = 64;

/** The member of a profile. Throws `TypeError` if the profile contains no valid id. */
export function memberIn(profile: Profile, { memberId, memberNames }: Platform, ids: MemberIds): PlatformMember {
  const value = valueAt(profile, memberId);
  // Some platforms send the id as a number. Above 2^53 it would already be rounded to another member's id.
  const read = ids.read(Number.isSafeInteger(value) ? String(value) : value);
  if ('error' in read) {
    throw new TypeError(
      `the platform's profile has no member id at '${memberId}', which ${read.error} (it has ${Object.keys(profile).join(', ')}): mend platform.memberId, or memberIds`,
    );
  }
  const names = memberNames.map((path) => shown(valueAt(profile, path)));
  return { id: read.id, name: names.find((name) => name !== '') ?? null };
}

function valueAt(profile: Profile, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), profile);
}

/** The name on one short line. */
function shown(name: unknown): string {
  if (typeof name !== 'string') return '';
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return Array.from(line).slice(0, MAX_NAME_LENGTH).join('');
}
