/** A text whose form depends on a number: CLDR plural categories. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const points: Plural = { one: '{points} point', other: '{points} points' };

/** The texts of a form, in English. `{name}` stands for a value. Another language is another table of this type. */
export const english = {
  loading: 'Loading…',
  points,
  somePoints: 'Points',
  role: 'Role: {role}',
  once: 'Counts once',
  daily: 'Once a day',
  weekly: 'Once a week',
  monthly: 'Once a month',
  rolling: 'Again after a while',
  memberLabel: 'Your member id',
  memberHint: 'Your account’s id, not its name',
  memberHelp: 'How do I find my id?',
  remember: 'Remember me on this site',
  checkin: 'Check in',
  checkinTitle: 'Check-in',
  checkinMember: 'You check in as {member}',
  submitting: 'Checking in…',
  unloaded: 'Please check your connection, then try again or reload this page.',
};

export type Messages = typeof english;
