import { isMemberId } from '../../../contract/index.ts';
import { isRecord } from '../../record.ts';
import type { Platform, Profile } from './settings.ts';

/** Who signed in: the id, and a name to show, if there is one. */
export interface PlatformMember {
  id: string;
  name: string | null;
}

const LONGEST_NAME = 64;

/** The member that a profile is about. Throws `TypeError` where the profile has no id that could be a member's. */
export function memberIn(profile: Profile, { memberId, memberNames }: Platform): PlatformMember {
  const value = valueAt(profile, memberId);
  // A number beyond 2^53 has lost its last digits by now, and would be another member's.
  const id = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id !== 'string' || !isMemberId(id)) {
    throw new TypeError(
      `the platform's profile has no member id at '${memberId}' (it has ${Object.keys(profile).join(', ')}): mend platform.memberId`,
    );
  }
  const names = memberNames.map((path) => shown(valueAt(profile, path)));
  return { id, name: names.find((name) => name !== '') ?? null };
}

function valueAt(profile: Profile, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined), profile);
}

/** The name in one short line. */
function shown(name: unknown): string {
  if (typeof name !== 'string') return '';
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return Array.from(line).slice(0, LONGEST_NAME).join('');
}
