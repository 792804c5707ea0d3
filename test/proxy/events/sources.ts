import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { type SenderName, SENDERS } from './senders.ts';

export const ACTIONS: RewardsConfig['actions'] = {
  daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' },
  purchase: { title: 'A purchase', by: 'events', repeats: 'each-event', points: 25, remark: 'A purchase' },
};

export type Source = NonNullable<RewardsConfig['events']>[string];

/** A source of the sender's, called `shop`. */
export function sourceOf(name: SenderName, changes: Partial<Source> = {}): NonNullable<RewardsConfig['events']> {
  const { secret, member } = SENDERS[name];
  return { shop: { signature: name, secret, member, action: 'purchase', ...changes } };
}
