import { locales } from '../../src/elements/locales/index.ts';
import type { Choice } from './choices.ts';

const english = new Intl.DisplayNames('en', { type: 'language' });

/** All languages that the widgets speak, by their English names. */
export const LANGUAGES: readonly Choice[] = ['en', ...locales]
  .map((value) => ({ value, name: `${english.of(value) ?? value} (${value})` }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
