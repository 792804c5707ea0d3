import type { Localization } from '../localization.ts';
import type { Messages } from '../messages.ts';
import { entryEnglish } from './entry-messages.ts';
import { outcomeEnglish, type OutcomeMessages } from './messages.ts';

/** The texts of a claim in the language. */
export function allMessages({ messages, texts }: Localization): Messages & OutcomeMessages & typeof entryEnglish {
  return { ...messages, ...outcomeEnglish, ...entryEnglish, ...texts };
}
