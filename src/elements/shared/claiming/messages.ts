import type { Localization } from '../localization.ts';
import type { Messages } from '../messages.ts';

/** The texts of what came of a claim, of errors and of the help, in English. */
export const english = {
  next: 'Next: {time}',
  left: '{time} left',
  pending: 'Not confirmed yet',
  pendingText: 'This was sent. Please do not send it again: this page keeps asking.',
  claimed: 'You have this already',
  signedUp: 'You are signed up',
  upcoming: 'Not open yet',
  opens: 'Opens: {time}',
  closed: 'This is over',
  full: 'All places are taken',
  refused: 'The community said no',
  refusedText: 'Check your member id, and that you have joined the community.',
  roleText: 'The bot’s own role may be too low.',
  owner: 'Please tell the owner of this site.',
  throttled: 'Too busy right now',
  unsent: 'Nothing was sent.',
  offline: 'You are offline',
  failed: 'That did not work',
  again: 'Please try again: it never counts twice.',
  unreachable: 'The community cannot be reached.',
  signIn: 'Please sign in on this site first.',
  setup: 'This is not set up right.',
  retry: 'Try again',
  change: 'Use another member id',
  reference: 'Reference: {reference}',
  missing: 'This is needed.',
  check: 'Please check this.',
  memberInvalid: 'Not a member id. Copy it again.',
  memberDoubt: 'This does not look like a member id.',
  helpMode: 'In the settings of your community app, turn on developer mode.',
  helpMenu: 'Right-click your name, or press and hold it.',
  helpCopy: 'Choose “Copy user id” and paste it here.',
  signInWith: 'Sign in with {platform}',
  signOut: 'Sign out',
  checking: 'Checking that you are not a robot…',
  robot: 'That check failed. Please try again.',
};

export const streakEnglish = { streak: 'Streak: {time}' };

export type OutcomeMessages = typeof english;

/** All texts in the language. */
export function allMessages({ messages, texts }: Localization): Messages & OutcomeMessages & typeof streakEnglish {
  return { ...messages, ...streakEnglish, ...english, ...texts };
}
