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

/** How a frame wants to look, as its address says. What is none of these says nothing. */
export interface Look {
  theme: string | null;
  /** Null: as the visitor's system is. */
  scheme: 'light' | 'dark' | null;
}

export function lookOf(query: URLSearchParams): Look {
  const [theme, scheme] = [query.get('theme'), query.get('scheme')];
  return {
    theme: theme !== null && THEMES.includes(theme) ? theme : null,
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : null,
  };
}

/** A language tag of the usual form, as far as anything is read from it (RFC 5646, section 2.1). */
export function tagOf(languages: readonly string[]): string {
  return languages.find((tag) => /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)) ?? 'en';
}
