import { describe } from 'node:test';
import { refuses } from './cases.ts';
import { daily } from './valid.ts';

const field = (settings: object): unknown => daily({ fields: { name: settings } });

describe('the fields of a sign-up in a config that cannot be used', () => {
  refuses([
    [
      'a field with a bad name',
      daily({ fields: { 'e mail': { label: 'E', type: 'email' } } }),
      'actions.daily.fields.e mail: is no name for a field: letters, digits, _ and -, 64 at most',
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
  ]);
});
