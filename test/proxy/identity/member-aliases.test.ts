import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MemberIdSettings } from '../../../src/proxy/identity/index.ts';
import { setUp } from '../support/setup.ts';

const NOOR = '739204618530271847';

/** What the log says of the rule for ids when the proxy is made. */
async function warnings(memberIds: MemberIdSettings): Promise<string[]> {
  await using setup = setUp({ config: { memberIds } });
  return setup.logs.filter(({ level }) => level === 'warn').map(({ message }) => message);
}

/** A pattern that takes an id and other ways to write it, and those. */
const LAX: Record<string, [MemberIdSettings, string]> = {
  'a leading zero': [{ pattern: '[0-9]{17,20}', example: NOOR }, `takes ${NOOR}, 0${NOOR} for 2 members`],
  'no leading zero': [{ pattern: '[0-9]{2,4}', example: '0042' }, 'takes 0042, 42 for 2 members'],
  'a plus': [{ pattern: /\+?[1-9][0-9]{16,18}/, example: NOOR }, `takes ${NOOR}, +${NOOR} for 2 members`],
  'an underscore between digits': [
    { pattern: '[1-9][0-9_]{16,19}', example: NOOR },
    'takes 739204618530271847, 73920461853027184_7 for 2 members',
  ],
  'all of these': [{ pattern: '[0-9_+]+', example: '7392' }, 'takes 7392, 07392, +7392, 739_2 for 4 members'],
  capitals: [{ pattern: '[A-Za-z0-9.]{2,32}', example: 'noor.7' }, 'takes noor.7, NOOR.7 for 2 members'],
  'small letters': [{ pattern: '[A-Za-z]{2,32}', example: 'NOOR' }, 'takes NOOR, noor for 2 members'],
  'either case': [{ pattern: '[A-Za-z]{2,32}', example: 'Noor' }, 'takes Noor, noor, NOOR for 3 members'],
  'a leading zero, without an example': [{ pattern: '[0-9]{4,9}' }, 'takes 12345678, 012345678 for 2 members'],
  'capitals, without an example': [{ pattern: '[A-Za-z]{2,4}' }, 'takes abcd, ABCD for 2 members'],
};

const STRICT: Record<string, MemberIdSettings> = {
  'the usual rule': {},
  'the usual rule with an example': { example: NOOR },
  'a pattern like it': { pattern: '[1-9][0-9]{4,19}', example: NOOR },
  'a pattern of one length': { pattern: '[0-9]{18}' },
  'names of small letters': { pattern: '[a-z0-9_.]{2,32}', example: 'noor.haddad' },
  'names of small letters, without an example': { pattern: '[a-z0-9_.]{2,32}' },
  'what has neither digits nor letters alone': { pattern: 'u-[0-9]+', example: 'u-007' },
  'what nothing is known of': { pattern: '[A-Z]{3}-[0-9]+' },
  'a canonical that folds case': { pattern: '[a-z]+', canonical: (text) => text.toLowerCase(), example: 'noor' },
  'a canonical that says that case counts': { pattern: '[A-Za-z]+', canonical: (text) => text, example: 'Noor' },
};

describe('an owner is warned of a pattern that makes two members of one', () => {
  for (const [name, [memberIds, said]] of Object.entries(LAX)) {
    it(`by ${name}`, async () => {
      const [warning = '', ...more] = await warnings(memberIds);
      assert.ok(warning.startsWith(`memberIds.pattern ${said}. `), warning);
      assert.match(warning, /let the pattern take .* alone, such as '.*canonical: 'as-written'/);
      assert.deepEqual(more, []);
    });
  }
});

describe('nobody is warned of', () => {
  for (const [name, memberIds] of Object.entries(STRICT)) {
    it(name, async () => assert.deepEqual(await warnings(memberIds), []));
  }
});
