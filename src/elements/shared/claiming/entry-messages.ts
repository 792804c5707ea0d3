/** What is said at a field, in English. */
export const entryEnglish = {
  missing: 'This is needed.',
  check: 'Please check this.',
  memberExample: 'Such as {example}',
  memberInvalid: 'Not a member id. Copy it again.',
  memberDoubt: 'This does not look like a member id.',
};

/** What is said at a field, in the language. */
export function entryMessages({ texts }: { texts: Partial<typeof entryEnglish> }): typeof entryEnglish {
  return { ...entryEnglish, ...texts };
}
