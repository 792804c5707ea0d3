import type { RewardEvent } from '../index.ts';
import { fromBot, type Message, ofReward } from './message.ts';

/** How many messages of a channel are kept. */
const MAX_MESSAGES = 2_000;

/** The messages in the channels of each server, and how many are unread. */
export class Channels {
  readonly #general = new Map<string, Message[]>();
  readonly #rewards = new Map<string, Message[]>();
  readonly #unread = new Map<string, number>();

  general(serverId: string): Message[] {
    const messages = this.#general.get(serverId) ?? [fromBot('Good to see you. Type / to see what I can do.')];
    this.#general.set(serverId, messages);
    return messages;
  }

  rewards(serverId: string): Message[] {
    const messages = this.#rewards.get(serverId) ?? [];
    this.#rewards.set(serverId, messages);
    return messages;
  }

  say(serverId: string, message: Message): void {
    this.general(serverId).push(message);
  }

  /** Adds a reward to the channel, which is unread unless the channel is open. */
  reward(serverId: string, message: Message, isOpen: boolean): void {
    const messages = this.rewards(serverId);
    // A reward that was loaded already may come as an event later.
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

  /** Replaces the rewards in the channels of all servers. */
  setRewards(rewards: readonly RewardEvent[]): void {
    this.#rewards.clear();
    for (const [serverId, given] of Map.groupBy(rewards, ({ data }) => data.serverId)) {
      this.#rewards.set(serverId, given.map(ofReward));
    }
  }
}
