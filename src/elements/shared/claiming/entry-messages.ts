/** The English texts of a field. */
export const entryEnglish = {
  missing: 'This is needed.',
  check: 'Please check this.',
  memberExample: 'Such as {example}',
  memberInvalid: 'Not a member id. Copy it again.',
  memberDoubt: 'This does not look like a member id.',
};

/** The texts of a field in the language. */
export function entryMessages({ texts }: { texts: Partial<typeof entryEnglish> }): typeof entryEnglish {
  return { ...entryEnglish, ...texts };
}
