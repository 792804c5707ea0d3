import { locales } from '../../../src/elements/locales/index.ts';
import { code } from './markdown.ts';

/** The languages that the widgets speak beside English, by their names in English. */
export function localesReference(): string {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const all = ['en', ...locales].toSorted((one, other) =>
    (names.of(one) ?? one).localeCompare(names.of(other) ?? other),
  );
  return all.map((tag) => `${names.of(tag)} (${code(tag)})`).join(', ');
}
