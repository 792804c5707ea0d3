import { type OnchainMessages, onchainEnglish } from '../../src/elements/onchain/messages.ts';
import { entryEnglish } from '../../src/elements/shared/claiming/entry-messages.ts';
import { helpEnglish } from '../../src/elements/shared/claiming/help-messages.ts';
import { outcomeEnglish } from '../../src/elements/shared/claiming/messages.ts';
import { streakEnglish } from '../../src/elements/shared/claiming/streak-messages.ts';
import {
  checkinEnglish,
  english,
  type LocaleMessages,
  type Plural,
  roleEnglish,
  signupEnglish,
} from '../../src/elements/shared/messages.ts';

const { signInWith, signOut, checking, robot, ...ofOutcomes } = outcomeEnglish;

/** The texts in English that every locale's file in `src/elements/locales` holds, in that order. */
export const SHARED_ENGLISH: Omit<LocaleMessages, keyof OnchainMessages> = {
  ...english,
  checkin: checkinEnglish,
  ...streakEnglish,
  ...signupEnglish,
  claimRole: roleEnglish,
  ...ofOutcomes,
  ...entryEnglish,
  ...helpEnglish,
  signInWith,
  signOut,
  checking,
  robot,
};

/** All texts in English. */
export const ENGLISH: LocaleMessages = { ...SHARED_ENGLISH, ...onchainEnglish };

/** Every form of a text. */
export const forms = (text: string | Plural): string[] => (typeof text === 'string' ? [text] : Object.values(text));

export const placeholders = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];
