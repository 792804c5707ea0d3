/** The themes that the package has. */
export const THEMES: readonly string[] = [
  'candy',
  'contrast',
  'dense',
  'ember',
  'forest',
  'midnight',
  'ocean',
  'paper',
];

/** The look of a frame, from its address. Values that do not exist are ignored. */
export interface Look {
  theme: string | null;
  /** Null: like the visitor's system. */
  scheme: 'light' | 'dark' | null;
}

export function lookOf(query: URLSearchParams): Look {
  const [theme, scheme] = [query.get('theme'), query.get('scheme')];
  return {
    theme: theme !== null && THEMES.includes(theme) ? theme : null,
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : null,
  };
}

/** The first language tag of the usual form (RFC 5646, section 2.1), else English. */
export function tagOf(languages: readonly string[]): string {
  return languages.find((tag) => /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)) ?? 'en';
}
