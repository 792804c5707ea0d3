import type { FieldError } from '../../contract/problem.ts';
import { entryMessages } from '../shared/claiming/entry-messages.ts';
import type { Localization } from '../shared/localization.ts';

/** The proxy's errors by field name, in texts for the visitor. The proxy's own messages are English. */
export function fieldErrors(errors: readonly FieldError[], localization: Localization): [name: string, text: string][] {
  const { check } = entryMessages(localization);
  const english = localization.locale.startsWith('en');
  return errors
    .filter(({ field }) => field.startsWith('fields.'))
    .map(({ field, message }) => [field.slice('fields.'.length), english ? `${check} It ${message}.` : check]);
}
