import type { OnchainMessages } from '../onchain/messages.ts';
import type { entryEnglish } from './claiming/entry-messages.ts';
import type { helpEnglish } from './claiming/help-messages.ts';
import type { OutcomeMessages } from './claiming/messages.ts';
import type { streakEnglish } from './claiming/streak-messages.ts';

/**
 * A text whose form depends on a number: one text for each CLDR plural category that the language has, and `some` for
 * where the number is not known.
 */
export type Plural = { other: string; some?: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const points: Plural = { one: '{n} point', other: '{n} points', some: 'Points' };

/*
 * The texts that a widget shows before it is used, in English; a page loads those of its own widgets. `{…}` stands for a
 * value. What is said later is in the files of messages in `claiming/`. To add a text, add it to the English ones: where a file
 * in `locales/` has none of its key yet, it is shown in English.
 */

/** Of every widget. */
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

/** What a file in `locales/` holds: the texts that are translated. */
export type Translation = Partial<LocaleMessages>;
