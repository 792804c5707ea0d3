import { english as outcomes, streakEnglish } from '../../src/elements/shared/claiming/messages.ts';
import {
  checkinEnglish,
  english,
  type LocaleMessages,
  type Plural,
  roleEnglish,
  signupEnglish,
} from '../../src/elements/shared/messages.ts';

/** All texts in English, in the order in which a locale's file holds them. */
export const ENGLISH: LocaleMessages = {
  ...english,
  checkin: checkinEnglish,
  ...streakEnglish,
  ...signupEnglish,
  claimRole: roleEnglish,
  ...outcomes,
};

/** Every form of a text. */
export const forms = (text: string | Plural): string[] => (typeof text === 'string' ? [text] : Object.values(text));

export const placeholders = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];
