import type { ClaimSite } from './types.ts';

/** The path of a request, which asks for the proxy's texts in the language of the page. */
export const inLanguage = (path: string, { language }: Pick<ClaimSite, 'language'>): string =>
  `${path}?lang=${encodeURIComponent(language)}`;
