import { describe } from 'node:test';
import { refuses } from './cases.ts';
import { daily } from './valid.ts';

const AUTOFILL =
  "must be one of 'off', 'on', 'name', 'honorific-prefix', 'given-name', 'additional-name', 'family-name', 'honorific-suffix', 'nickname', 'username', 'organization-title', 'organization', 'street-address', 'address-line1', 'address-line2', 'address-line3', 'address-level1', 'address-level2', 'address-level3', 'address-level4', 'country', 'country-name', 'postal-code', 'language', 'bday', 'bday-day', 'bday-month', 'bday-year', 'sex', 'url', 'photo', 'email', 'impp', 'tel', 'tel-country-code', 'tel-national', 'tel-area-code', 'tel-local', 'tel-extension'";

const field = (settings: object): unknown => daily({ fields: { name: settings } });

describe('the fields of a sign-up in a config that cannot be used', () => {
  refuses([
    [
      'a field with a bad name',
      daily({ fields: { 'e mail': { label: 'E', type: 'email' } } }),
      'actions.daily.fields.e mail: is not a valid name for a field: letters, digits, _ and -, at most 64',
    ],
    [
      'a field of an unknown type',
      field({ label: 'N', type: 'txt' }),
      "actions.daily.fields.name.type: must be one of 'text', 'email', 'tel', 'url', 'number', 'date', 'textarea', 'select', 'checkbox'; did you mean 'text'?",
    ],
    [
      'a select without choices',
      field({ label: 'N', type: 'select' }),
      'actions.daily.fields.name.options: is missing: what the select offers',
    ],
    [
      'choices without a select',
      field({ label: 'N', type: 'text', options: ['a'] }),
      'actions.daily.fields.name.options: goes with a select only',
    ],
    [
      'a length of something without one',
      field({ label: 'N', type: 'date', maxLength: 3 }),
      'actions.daily.fields.name.maxLength: goes with text, textarea, email, tel, url only',
    ],
    [
      'too long a text',
      field({ label: 'N', type: 'text', maxLength: 5000 }),
      'actions.daily.fields.name.maxLength: must be at most 4096',
    ],
    [
      'something that browsers know by no such name',
      field({ label: 'N', type: 'text', autocomplete: 'given name' }),
      `actions.daily.fields.name.autocomplete: ${AUTOFILL}; did you mean 'given-name'?`,
    ],
    [
      'a payment card to be filled in',
      field({ label: 'N', type: 'text', autocomplete: 'cc-number' }),
      `actions.daily.fields.name.autocomplete: ${AUTOFILL}`,
    ],
    [
      'a checkbox to be filled in',
      field({ label: 'N', type: 'checkbox', autocomplete: 'name' }),
      'actions.daily.fields.name.autocomplete: does not work with a checkbox, which browsers never fill in: remove it',
    ],
    [
      'the keys of what is not typed in',
      field({ label: 'N', type: 'date', inputMode: 'numeric' }),
      'actions.daily.fields.name.inputMode: goes with text, textarea, email, tel, url, number only, which are typed in',
    ],
    [
      'an attribute instead of the key',
      field({ label: 'N', type: 'text', enterkeyhint: 'next' }),
      "actions.daily.fields.name: has an unknown key 'enterkeyhint'; did you mean 'enterKeyHint'?",
    ],
  ]);
});
