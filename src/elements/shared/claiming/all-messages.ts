import type { Localization } from '../localization.ts';
import type { Messages } from '../messages.ts';
import { english, type OutcomeMessages } from './messages.ts';

/** All texts in the language. */
export function allMessages({ messages, texts }: Localization): Messages & OutcomeMessages {
  return { ...messages, ...english, ...texts };
}
