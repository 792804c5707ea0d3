import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readGiftLines } from '../../../src/desk/gifts/gift-lines.ts';
import { readGift } from '../../../src/proxy/gifts/gift.ts';
import { memberIdsOf } from '../../../src/proxy/identity/index.ts';
import type { Gift } from '../../../src/proxy/index.ts';

const RULES = { ids: memberIdsOf(), services: ['default'], roleName: (id: string) => id };
const IMKE = '284915730264819777';

function check(gift: Gift): readonly string[] {
  const checked = readGift(gift, RULES);
  return 'issues' in checked ? checked.issues : [];
}

const read = (text: string) => readGiftLines(text, { by: 'Ana', why: undefined, service: undefined }, check);

/** What is wrong, each with its line. */
const badLinesOf = (text: string) => read(text).badLines.map(({ line, issues }) => `${line}: ${issues.join('; ')}`);

describe('a file of gifts', () => {
  it('has points or roles, by the names of its columns in any order', () => {
    const { lines, badLines } = read(
      `key,remark,Points,ROLE,member_id\na,"Raffle, ""June""",50,,${IMKE}\nb,,,12345,${IMKE}\n`,
    );
    assert.deepEqual(badLines, []);
    assert.deepEqual(
      lines.map(({ line, gift: { by, memberId, points, role, remark, key } }) => [
        line,
        by,
        memberId,
        points,
        role,
        remark,
        key,
      ]),
      [
        [2, 'Ana', IMKE, 50, undefined, 'Raffle, "June"', 'a'],
        [3, 'Ana', IMKE, undefined, '12345', undefined, 'b'],
      ],
    );
  });

  for (const [what, text] of Object.entries({
    'semicolons, as some spreadsheets write it': `memberId;points;key\n${IMKE};5;a`,
    tabs: `memberId\tpoints\tkey\n${IMKE}\t5\ta`,
    'a byte order mark, blank lines and Windows line ends': `\uFEFFmemberId,points,key\r\n\r\n${IMKE},5,a\r\n,,\r\n`,
    'blanks around cells': `memberId, points, key\n ${IMKE} , 5 , a `,
  })) {
    it(`may have ${what}`, () => {
      const { lines, badLines } = read(text);
      assert.deepEqual(badLines, []);
      assert.deepEqual(
        lines.map(({ gift: { memberId, points, key } }) => ({ memberId, points, key })),
        [{ memberId: IMKE, points: 5, key: 'a' }],
      );
    });
  }

  it('names each line that is wrong, with all that is wrong with it', () => {
    const badLines = badLinesOf(
      [
        'memberId,points,role,remark,key',
        `${IMKE},5,,,a`,
        `${IMKE},1.5,,,b`,
        `${IMKE},,,,c`,
        `${IMKE},5,12345,,d`,
        'wren,-5,,,e e',
        `${IMKE},5,,,a`,
        '2.84916E+17,5,,,f',
        `${IMKE},5,,Raffle, June,g`,
      ].join('\n'),
    );
    assert.deepEqual(
      badLines.map((line) => line.replace(/5 to 20 digits without a leading zero/, 'DIGITS')),
      [
        '3: points must be a whole number above 0',
        '4: points or role is missing: say what is given',
        '5: points and role are two gifts: give each by itself',
        '6: memberId must be DIGITS; points must be a whole number above 0; key must be 1 to 255 visible ASCII characters without blanks',
        '7: key is that of line 2, too',
        '8: memberId must be DIGITS: a spreadsheet has shortened 2.84916E+17, so have it keep the column as text',
        '9: there are 6 cells, and 5 columns: put what has a separator in it in quotes',
      ],
    );
  });

  for (const [what, text, issue] of [
    ['no key', 'memberId,points\n', 'it lacks key'],
    ['nothing to give', 'memberId,key\n', 'it lacks points or role'],
    ['points alone', 'points\n', 'it lacks memberId and key'],
    ['a column that is not known', 'memberId,points,key,reason\n', 'it has a column that is not known: "reason"'],
    ['a column twice', 'memberId,points,key,key\n', 'it has key twice'],
    [
      'more than one issue',
      'member,points,points,key\n',
      'it lacks memberId; it has a column that is not known: "member"; it has points twice',
    ],
    ['no names at all', `${IMKE},5,a\n`, 'it names none'],
  ] as const) {
    it(`is sent back as a whole where its first line has ${what}`, () => {
      assert.deepEqual(badLinesOf(text), [
        `1: the first line must name the columns: memberId, points or role or both, key, and remark if you like; ${issue}`,
      ]);
    });
  }

  it('says where it is no CSV, and where there is nothing in it', () => {
    assert.match(badLinesOf(`memberId,points,key\n${IMKE},5,"a\n`)[0] ?? '', /^\d: it is no CSV from here on: /);
    assert.match(badLinesOf('')[0] ?? '', /^1: the first line must name/);
    assert.deepEqual(badLinesOf('memberId,points,key\n'), ['1: there is no line below the first']);
  });
});
