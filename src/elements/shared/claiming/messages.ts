import { OWNER, SETUP } from './setup-messages.ts';

/** The English texts of outcomes and problems of a claim. */
export const outcomeEnglish = {
  next: 'Next: {time}',
  left: '{time} left',
  pending: 'Not confirmed yet',
  pendingText: 'This was sent. Please do not send it again: this page keeps asking.',
  claimed: 'You have this already',
  done: 'Done for now',
  doneToday: 'Done for today',
  signedUp: 'You are signed up',
  upcoming: 'Not open yet',
  opens: 'Opens: {time}',
  closed: 'This is over',
  full: 'All places are taken',
  refused: 'The community said no',
  refusedText: 'Is the id right, and have you joined?',
  owner: OWNER,
  throttled: 'Too busy right now',
  unsent: 'Nothing was sent.',
  offline: 'You are offline',
  failed: 'That did not work',
  again: 'Please try again: it never counts twice.',
  unreachable: 'The community cannot be reached.',
  signIn: 'Please sign in on this site first.',
  setup: SETUP,
  retry: 'Try again',
  change: 'Use another member id',
  reference: 'Reference: {reference}',
  signInWith: 'Sign in with {platform}',
  signOut: 'Sign out',
  checking: 'Checking that you are not a robot…',
  robot: 'That check failed. Please try again.',
};

export type OutcomeMessages = typeof outcomeEnglish;
