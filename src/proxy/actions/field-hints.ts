import * as z from 'zod';
import type { FieldView } from '../../contract/index.ts';

/** Hints for browsers that help to fill in a field. */
export type FieldHints = Pick<FieldView, 'autocomplete' | 'inputMode' | 'enterKeyHint'>;

/** The visitor's own data that browsers can fill in (HTML, 4.10.18.7.1), without secrets and payment data. */
const OWN_DATA = [
  'name',
  'honorific-prefix',
  'given-name',
  'additional-name',
  'family-name',
  'honorific-suffix',
  'nickname',
  'username',
  'organization-title',
  'organization',
  'street-address',
  'address-line1',
  'address-line2',
  'address-line3',
  'address-level1',
  'address-level2',
  'address-level3',
  'address-level4',
  'country',
  'country-name',
  'postal-code',
  'language',
  'bday',
  'bday-day',
  'bday-month',
  'bday-year',
  'sex',
  'url',
  'photo',
  'email',
  'impp',
  'tel',
  'tel-country-code',
  'tel-national',
  'tel-area-code',
  'tel-local',
  'tel-extension',
] as const;

/** The keys of a field in the config for these hints. */
export const fieldHintKeys = {
  autocomplete: z
    .enum(['off', 'on', ...OWN_DATA])
    .optional()
    .describe(
      "what browsers may fill in, by HTML's name for it, such as 'given-name'; by the field's type and name if left out, 'off' for nothing",
    ),
  inputMode: z
    .enum(['text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url'])
    .optional()
    .describe("the keys that a phone shows, such as 'numeric'; by the field's type if left out"),
  enterKeyHint: z
    .enum(['enter', 'done', 'go', 'next', 'previous', 'search', 'send'])
    .optional()
    .describe("what the phone's enter key says, such as 'next'; the browser's choice if left out"),
};

/** Types of fields that need a keyboard. */
export const TYPED: readonly string[] = ['text', 'textarea', 'email', 'tel', 'url', 'number'];

/** Types that are also autofill names in HTML. */
const NAMED_ALIKE: readonly string[] = ['email', 'tel', 'url'] satisfies FieldView['type'][];

/** Types of fields that may have an autofill name for the visitor's own data. */
const NAMED_FREELY: readonly string[] = ['text', 'date', 'textarea', 'select'] satisfies FieldView['type'][];

/** The hints in the config, or else those that follow from the field's type and name (WCAG 2.2, 1.3.5). */
export function hintsFor(name: string, { type, ...given }: Pick<FieldView, 'type'> & FieldHints): FieldHints {
  const { autocomplete = usualFor(name, type), inputMode, enterKeyHint } = given;
  return {
    ...(autocomplete !== undefined && { autocomplete }),
    ...(inputMode !== undefined && { inputMode }),
    ...(enterKeyHint !== undefined && { enterKeyHint }),
  };
}

function usualFor(name: string, type: FieldView['type']): string | undefined {
  if (NAMED_ALIKE.includes(type)) return type;
  return NAMED_FREELY.includes(type) ? OWN_DATA.find((known) => known === name) : undefined;
}
