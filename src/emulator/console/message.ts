import type { AwardEvent, CallEntry, RoleEvent, ServerView } from '../index.ts';

/** What stands in a channel. `onlyYou`: as the platform shows what a bot says to the one who asked. */
export type Message = { id: number; at: string } & (
  | { from: 'you'; text: string }
  | { from: 'bot'; kind: 'text'; text: string; onlyYou: boolean }
  | { from: 'bot'; kind: 'key'; key: string; server: string }
  | { from: 'bot'; kind: 'award'; memberName: string; points: number; total: number | null; remark: string }
  | { from: 'bot'; kind: 'role'; memberName: string; roleName: string; alreadyHeld: boolean; remark: string }
);

let count = 0;

function numbered(at: string): { id: number; at: string } {
  count += 1;
  return { id: count, at };
}

const now = (): string => new Date().toISOString();

export function fromYou(text: string): Message {
  return { ...numbered(now()), from: 'you', text };
}

export function fromBot(text: string): Message {
  return { ...numbered(now()), from: 'bot', kind: 'text', text, onlyYou: true };
}

export function withKey(key: string, server: string): Message {
  return { ...numbered(now()), from: 'bot', kind: 'key', key, server };
}

export function ofAward({ at, memberName, points, total, remark }: AwardEvent): Message {
  return { ...numbered(at), from: 'bot', kind: 'award', memberName, points, total, remark };
}

export function ofRole({ at, memberName, roleName, alreadyHeld, remark }: RoleEvent): Message {
  return { ...numbered(at), from: 'bot', kind: 'role', memberName, roleName, alreadyHeld, remark };
}

/** What the bot said of a call before this page was opened; null for a call that came to nothing. */
export function ofCall({ executed, form, path, at }: CallEntry, server: ServerView): Message | null {
  if (!executed || !form) return null;
  const { user_id: memberId = '', remark = '', points, role_id: roleId } = form;
  const memberName = server.members.find(({ id }) => id === memberId)?.name ?? memberId;
  if (path.endsWith('/points/award')) {
    return { ...numbered(at), from: 'bot', kind: 'award', memberName, points: Number(points), total: null, remark };
  }
  const roleName = server.roles.find(({ id }) => id === roleId)?.name ?? roleId ?? '';
  return { ...numbered(at), from: 'bot', kind: 'role', memberName, roleName, alreadyHeld: false, remark };
}
