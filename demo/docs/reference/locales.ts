import { formalLocales, locales } from '../../../src/elements/locales/index.ts';
import { code } from './markdown.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The languages that the widgets speak beside English, by their names in English. */
export const localesReference = (): string => listed(['en', ...locales]);

/** Those in which they can address people formally. */
export const formalLocalesReference = (): string => listed(formalLocales);

function listed(tags: readonly string[]): string {
  const named = tags.map((tag) => ({ tag, name: NAMES.of(tag.replace('-formal', '')) ?? tag }));
  const sorted = named.toSorted((one, other) => one.name.localeCompare(other.name));
  return sorted.map(({ tag, name }) => `${name} (${code(tag)})`).join(', ');
}
