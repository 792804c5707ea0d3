import { isRecord } from '../../contract/guard.ts';
import type { Grant } from '../../ledger/index.ts';
import type { MemberIds } from '../identity/index.ts';
import { isKey } from '../claims/index.ts';

/** Something that the owner gives to a member by hand: points, or a role. */
export interface Gift {
  memberId: string;
  /** A whole number above 0. Give these or `role`, not both. */
  points?: number | undefined;
  /** The role's id. */
  role?: string | undefined;
  /** The reason that the member reads and the service records; default: `Given by hand`. */
  remark?: string | undefined;
  /**
   * The gift's key, unique for ever: 1 to 255 visible ASCII characters. The same gift with the same key gets the
   * first outcome.
   */
  key: string;
  /** Who gives it: stored with the claim. */
  by: string;
  /** The reason for the owner: stored with the claim, and not shown to the member. */
  why?: string | undefined;
  /** The name of the config's service; required if there are several. */
  service?: string | undefined;
}

/** A gift with valid content. */
export interface ReadyGift {
  memberId: string;
  grant: Grant;
  key: string;
  by: string;
  why: string | null;
  service: string;
}

/** The rules for gifts. */
export interface GiftRules {
  ids: MemberIds;
  /** The names of the services. */
  services: readonly string[];
  /** The name of a role for visitors; the id if the config does not name it. */
  roleName: (roleId: string) => string;
}

/**
 * A gift that cannot be given.
 * - `invalid`: `issues` says what is wrong with it, one line each.
 * - `key-reused`: its key belongs to another gift.
 */
export class GiftError extends Error {
  readonly code: 'invalid' | 'key-reused';
  readonly issues: readonly string[];

  constructor(code: GiftError['code'], issues: readonly string[]) {
    super(issues.join('; '));
    this.name = 'GiftError';
    this.code = code;
    this.issues = issues;
  }
}

const USUAL_REMARK = 'Given by hand';

/** The gift ready for use, or what is wrong with it, part by part. */
export function readGift(gift: Gift, rules: GiftRules): { gift: ReadyGift } | { issues: string[] } {
  if (!isRecord(gift)) return { issues: ['a gift must be an object with memberId, points or role, key, and by'] };
  const issues: string[] = [];
  const member = rules.ids.read(gift.memberId);
  if ('error' in member) issues.push(`memberId ${member.error}`);
  const { points, role, key, remark = USUAL_REMARK, by, why, service = onlyOf(rules.services) } = gift;
  if (points === undefined && role === undefined) issues.push('points or role is missing: say what is given');
  if (points !== undefined && role !== undefined) issues.push('points and role are two gifts: give each by itself');
  if (points !== undefined && !(Number.isSafeInteger(points) && points > 0)) {
    issues.push('points must be a whole number above 0');
  }
  if (role !== undefined && !isText(role, 200)) issues.push("role must be the role's id, as text");
  if (!isKey(key)) issues.push('key must be 1 to 255 visible ASCII characters without blanks');
  for (const [name, text, max] of [
    ['remark', remark, 500],
    ['by', by, 200],
    ['why', why ?? 'nothing', 1000],
  ] as const) {
    if (!isText(text, max)) issues.push(`${name} must be text of 1 to ${max} characters`);
  }
  if (service === undefined || !rules.services.includes(service)) {
    issues.push(`service must be one of those in the config: ${rules.services.join(', ')}`);
  }
  if (issues.length > 0 || !('id' in member) || service === undefined) return { issues };
  const reason = remark.trim();
  const grant: Grant =
    points === undefined
      ? { kind: 'role', roleId: role ?? '', roleName: rules.roleName(role ?? ''), remark: reason }
      : { kind: 'points', points, remark: reason };
  return { gift: { memberId: member.id, grant, key, by: by.trim(), why: why?.trim() ?? null, service } };
}

function onlyOf(services: readonly string[]): string | undefined {
  return services.length === 1 ? services[0] : undefined;
}

/** Code without types may pass anything. */
function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= max;
}
