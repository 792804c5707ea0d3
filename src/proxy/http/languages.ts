import type { Incoming } from './incoming.ts';

/** More languages than anybody reads. A header may contain thousands. */
const MAX_LANGUAGES = 10;
const MAX_LENGTH = 500;
/** The longest tag that RFC 5646, section 4.4.1, asks to support. */
const MAX_TAG_LENGTH = 35;

/**
 * The languages for the reply, the most wanted first: `lang` of the query, which widgets set to the language of their page, then those of
 * `Accept-Language` (RFC 9110, section 12.5.4).
 */
export function languagesOf({ headers, url }: Pick<Incoming, 'headers' | 'url'>): string[] {
  const wanted = url.includes('?') ? new URL(url).searchParams.get('lang') : null;
  const accepted = acceptedIn(headers.get('accept-language'));
  return wanted ? [wanted.slice(0, MAX_TAG_LENGTH), ...accepted] : accepted;
}

function acceptedIn(header: string | null): string[] {
  if (header === null) return [];
  return header
    .slice(0, MAX_LENGTH)
    .split(',')
    .map((range) => {
      const [tag = '', weight = ''] = range.trim().split(/\s*;\s*q\s*=\s*/i);
      return { tag, weight: weight === '' ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MAX_LANGUAGES)
    .map(({ tag }) => tag);
}
