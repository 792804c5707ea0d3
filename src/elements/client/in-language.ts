import type { ClaimSite } from './types.ts';

/** The path of a request, with the page's language for the proxy's texts. */
export const inLanguage = (path: string, { language }: Pick<ClaimSite, 'language'>): string =>
  `${path}?lang=${encodeURIComponent(language)}`;
