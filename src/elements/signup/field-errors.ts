import type { FieldError } from '../../contract/problem.ts';
import { entryMessages } from '../shared/claiming/entry-messages.ts';
import type { Localization } from '../shared/localization.ts';

/** What the proxy found wrong with fields, by their names, in words for the visitor. Its own words are English. */
export function fieldErrors(errors: readonly FieldError[], localization: Localization): [name: string, text: string][] {
  const { check } = entryMessages(localization);
  const english = localization.locale.startsWith('en');
  return errors
    .filter(({ field }) => field.startsWith('fields.'))
    .map(({ field, message }) => [field.slice('fields.'.length), english ? `${check} It ${message}.` : check]);
}
