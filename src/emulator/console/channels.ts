import type { RewardEvent } from '../index.ts';
import { fromBot, type Message, ofReward } from './message.ts';

/** So many messages of a channel are kept. */
const MAX_MESSAGES = 2_000;

/** What stands in the channels of each server, and how much of it nobody has read. */
export class Channels {
  readonly #general = new Map<string, Message[]>();
  readonly #rewards = new Map<string, Message[]>();
  readonly #unread = new Map<string, number>();

  general(serverId: string): Message[] {
    const there = this.#general.get(serverId) ?? [fromBot('Good to see you. Type / to see what I can do.')];
    this.#general.set(serverId, there);
    return there;
  }

  rewards(serverId: string): Message[] {
    const there = this.#rewards.get(serverId) ?? [];
    this.#rewards.set(serverId, there);
    return there;
  }

  say(serverId: string, message: Message): void {
    this.general(serverId).push(message);
  }

  /** What the bot gave out, while the channel is open or not. */
  reward(serverId: string, message: Message, isOpen: boolean): void {
    const messages = this.rewards(serverId);
    // What was read of before may come as an event only then.
    if (messages.some(({ id }) => id === message.id)) return;
    messages.push(message);
    if (messages.length > MAX_MESSAGES) messages.shift();
    if (!isOpen) this.#unread.set(serverId, this.unread(serverId) + 1);
  }

  unread(serverId: string): number {
    return this.#unread.get(serverId) ?? 0;
  }

  read(serverId: string): void {
    this.#unread.delete(serverId);
  }

  /** What was given out before on any server, instead of what is there. */
  recall(rewards: readonly RewardEvent[]): void {
    this.#rewards.clear();
    for (const [serverId, given] of Map.groupBy(rewards, ({ data }) => data.serverId)) {
      this.#rewards.set(serverId, given.map(ofReward));
    }
  }
}
