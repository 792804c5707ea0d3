import type { OnchainMessages } from '../onchain/messages.ts';
import type { entryEnglish } from './claiming/entry-messages.ts';
import type { helpEnglish } from './claiming/help-messages.ts';
import type { OutcomeMessages } from './claiming/messages.ts';
import type { streakEnglish } from './claiming/streak-messages.ts';

/** A text that depends on a number: one text for each CLDR plural category of the language, and `some` for an unknown number. */
export type Plural = { other: string; some?: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const points: Plural = { one: '{n} point', other: '{n} points', some: 'Points' };

/*
 * The texts that a widget shows before it is used, in English. A page only loads those of its own widgets. `{…}` stands for a value. Later texts are
 * in the files of messages in `claiming/`. To add a text, add it to the English ones: it is shown in English wherever a file in `locales/` has no
 * translation yet.
 */

/** For all widgets. */
export const english = {
  loading: 'One moment…',
  points,
  role: 'Role: {role}',
  once: 'Once',
  daily: 'Once a day',
  weekly: 'Once a week',
  monthly: 'Once a month',
  rolling: 'Again later',
  memberLabel: 'Your member id',
  memberHint: 'Your id, not your name',
  memberHelp: 'Where is my id?',
  remember: 'Remember me here',
  member: 'Member: {member}',
  offlineText: 'Check your connection.',
};

export const checkinEnglish = 'Check in';

export const signupEnglish = {
  signup: 'Sign up',
  seats: 'Places left: {n}',
  closes: 'Until {time}',
  optional: '{label} (optional)',
};

export const roleEnglish = 'Get this role';

export type Messages = typeof english;

/** All texts in one language. */
export type LocaleMessages = Messages & { checkin: string } & typeof streakEnglish &
  typeof signupEnglish & { claimRole: string } & OnchainMessages &
  OutcomeMessages &
  typeof entryEnglish &
  typeof helpEnglish;

/** The content of a file in `locales/`: the translated texts. */
export type Translation = Partial<LocaleMessages>;
