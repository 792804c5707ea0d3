import { describe } from 'node:test';
import { accepts, refuses } from './cases.ts';
import { VALID } from './valid.ts';

const NOOR = '739204618530271847';
const withIds = (memberIds: unknown, more: object = {}): unknown => ({ ...VALID, ...more, memberIds });
const DIGITS = 'must be 5 to 20 digits without a leading zero';
const lower = (text: string) => text.toLowerCase();

describe('what the config says of member ids', () => {
  accepts([
    ['nothing', VALID],
    ['an empty section', withIds({})],
    ['an example', withIds({ example: NOOR })],
    ['a pattern as text', withIds({ pattern: '[a-z]{2,8}', example: 'wren' })],
    ['a pattern as text from the environment', withIds({ pattern: { env: 'IDS' } }), { IDS: '[a-z]+' }],
    ['a regular expression', withIds({ pattern: /\p{L}+/u, example: 'Zoë' })],
    ['a function', withIds({ canonical: lower })],
    [
      'a word for letters of one case',
      withIds({ canonical: 'lowercase', pattern: '[a-z]+' }, { members: { block: ['Wren'] } }),
    ],
    [
      'a word for each way as another member',
      withIds({ canonical: 'as-written', pattern: '[A-Za-z]+', example: 'Wren' }),
    ],
    ['all of it', withIds({ pattern: '[a-z]+', canonical: lower, example: 'wren' }, { members: { block: ['Wren'] } })],
    ['lists that keep to the rule', { ...VALID, members: { block: [NOOR], allow: ['12345'] } }],
  ]);

  refuses([
    ['a rule that is none', withIds('[0-9]+'), 'memberIds: must be an object with keys'],
    [
      'a misspelt key',
      withIds({ patern: '[0-9]+' }),
      "memberIds: has an unknown key 'patern'; did you mean 'pattern'?",
    ],
    [
      'a pattern that is no text',
      withIds({ pattern: 5 }),
      "memberIds.pattern: must be a regular expression, or one as text, such as '[1-9][0-9]{4,19}'",
    ],
    [
      'a pattern that cannot be read',
      withIds({ pattern: '[0-9' }),
      "memberIds.pattern: is no regular expression: write one such as '[1-9][0-9]{4,19}'",
    ],
    [
      'a pattern that closes a bracket which it has not opened',
      withIds({ pattern: '[0-9]+)|(.*' }),
      "memberIds.pattern: is no regular expression: write one such as '[1-9][0-9]{4,19}'",
    ],
    [
      'a pattern by which two texts pass for one id',
      withIds({ pattern: /[a-z]+/i }),
      'memberIds.pattern: has the flags i: leave out all but u or v, and give canonical where several ways to write an id mean the same',
    ],
    [
      'what is neither a function nor a word for one',
      withIds({ canonical: 'lower' }),
      "memberIds.canonical: must be a function of a text that returns an id, or null; or 'lowercase', or 'as-written'",
    ],
    [
      'an example that a word writes otherwise',
      withIds({ pattern: '[a-z]+', canonical: 'lowercase', example: 'Wren' }),
      'memberIds.example: is always written wren: write it so',
    ],
    ['an example that is none', withIds({ example: 'wren' }), `memberIds.example: ${DIGITS}`],
    [
      'an example that is always written otherwise',
      withIds({ pattern: '[a-z]+', canonical: lower, example: 'Wren' }),
      'memberIds.example: is always written wren: write it so',
    ],
    [
      'an example from which the function makes a number',
      withIds({ canonical: Number, example: NOOR }),
      'memberIds.example: cannot be read: memberIds.canonical gave a number: it has to give the id as text, or null',
    ],
    [
      'lists that do not keep to the rule',
      { ...VALID, members: { block: [NOOR, `0${NOOR}`, `<@${NOOR}>`], allow: ['1234'] } },
      `members.block.1: ${DIGITS}`,
      `members.block.2: ${DIGITS}`,
      `members.allow.0: ${DIGITS}`,
    ],
    [
      'lists that do not keep to the rule of the config',
      withIds({ pattern: '[a-z]+', example: 'wren' }, { members: { block: [NOOR] } }),
      'members.block.0: must be text that matches [a-z]+, such as wren',
    ],
  ]);
});
