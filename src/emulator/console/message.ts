import type { RewardEvent } from '../index.ts';

/** A message in a channel. `onlyYou`: only the user who sent the command can see it, as on the platform. */
export type Message = { id: string; at: string } & (
  | { from: 'you'; text: string }
  | { from: 'bot'; kind: 'text'; text: string; onlyYou: boolean }
  | { from: 'bot'; kind: 'key'; key: string; server: string }
  | { from: 'bot'; kind: 'award'; memberName: string; points: number; total: number; remark: string }
  | { from: 'bot'; kind: 'role'; memberName: string; roleName: string; alreadyHeld: boolean; remark: string }
);

let count = 0;

function numbered(): { id: string; at: string } {
  count += 1;
  return { id: String(count), at: new Date().toISOString() };
}

export function fromYou(text: string): Message {
  return { ...numbered(), from: 'you', text };
}

export function fromBot(text: string): Message {
  return { ...numbered(), from: 'bot', kind: 'text', text, onlyYou: true };
}

export function withKey(key: string, server: string): Message {
  return { ...numbered(), from: 'bot', kind: 'key', key, server };
}

/** The bot's message of a reward. Its id is the same whenever the reward is read again, but another after the emulator was restarted. */
export function ofReward({ type, data }: RewardEvent): Message {
  const { at, memberName, remark } = data;
  const said = { id: `r${data.id} ${at}`, at, from: 'bot', memberName, remark } as const;
  if (type === 'award') return { ...said, kind: type, points: data.points, total: data.total };
  return { ...said, kind: type, roleName: data.roleName, alreadyHeld: data.alreadyHeld };
}
