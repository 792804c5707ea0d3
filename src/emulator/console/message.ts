import type { RewardEvent } from '../index.ts';

/** What stands in a channel. `onlyYou`: as the platform shows what a bot says to the one who asked. */
export type Message = { id: number; at: string } & (
  | { from: 'you'; text: string }
  | { from: 'bot'; kind: 'text'; text: string; onlyYou: boolean }
  | { from: 'bot'; kind: 'key'; key: string; server: string }
  | { from: 'bot'; kind: 'award'; memberName: string; points: number; total: number; remark: string }
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

/** What the bot says of what it gave. */
export function ofReward({ type, data }: RewardEvent): Message {
  const { at, memberName, remark } = data;
  const said = { ...numbered(at), from: 'bot', memberName, remark } as const;
  if (type === 'award') return { ...said, kind: type, points: data.points, total: data.total };
  return { ...said, kind: type, roleName: data.roleName, alreadyHeld: data.alreadyHeld };
}
