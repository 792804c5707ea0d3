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
    'blanks that do not break, in names, too': `member\u00a0Id,points,key\n\u00a0${IMKE},5\u00a0,"a\u00a0"`,
    'a first line that names the separator': `\uFEFFsep=;\r\nmemberId;points;key\r\n${IMKE};5;a\r\n`,
    'such a line in quotes': `"sep=;"\r\nmemberId;points;key\r\n${IMKE};5;a\r\n`,
    'line ends of an old Mac, and commas in text': `memberId;points;key;remark\r${IMKE};5;a;Thanks, all\r`,
    'columns at the end that were emptied': `memberId,points,key,,\r\n${IMKE},5,a,,\r\n,,,,\r\n`,
    'empty cells beyond the last column': `memberId,points,key\r\n${IMKE},5,a,,\r\n`,
    'tabs, and empty cells between them': `memberId\tpoints\trole\tremark\tkey\n${IMKE}\t5\t\t\ta`,
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
        '3: points must be a whole number above 0: the cell has "1.5"',
        '4: points or role is missing: say what is given',
        '5: points and role are two gifts: give each by itself',
        '6: memberId must be DIGITS: the cell has "wren"; points must be a whole number above 0: the cell has "-5"; key must be 1 to 255 visible ASCII characters without blanks: the cell has "e e"',
        '7: key is that of line 2, too',
        '8: memberId must be DIGITS; a spreadsheet has shortened memberId to 2.84916E+17: get it anew, and have the spreadsheet keep the column as text',
        '9: there are 6 cells, and 5 columns: put what has a separator in it in quotes',
      ],
    );
  });

  it('shows what is in a cell that looks right, and is not', () => {
    const badLines = badLinesOf(`memberId,points,key\n\u202a${IMKE},"1,000",a\n,5,b\n${IMKE},5,\n${IMKE},1E+3,c`);
    assert.deepEqual(
      badLines.map((line) => line.replace(/ must be [^:]*/g, '')),
      [
        `2: memberId: the cell has "\\u202a${IMKE}"; points: the cell has "1,000"`,
        '3: memberId: the cell is empty',
        '4: key: the cell is empty',
        '5: points: the cell has "1E+3"',
      ],
    );
  });

  it('has each line end as one, and is counted by the lines in which its rows begin', () => {
    const text = `memberId,points,remark,key\r\n${IMKE},5,"Thanks,\r\nall",a\n\n${IMKE},0,,b\r\n${IMKE},1,x"y,c`;
    const { badLines } = read(text.replace(/,x"y,/, ',,'));
    assert.deepEqual(
      badLines.map(({ line }) => line),
      [5],
    );
    assert.match(badLinesOf(text)[0] ?? '', /^6: it is no CSV from here on: a quote stands within a cell/);
  });

  it('is sent back where a spreadsheet has shortened a role or a key', () => {
    assert.deepEqual(badLinesOf(`memberId,role,key\n${IMKE},1.1724E+18,a\n${IMKE},12345,"1,2E+17"`), [
      '2: a spreadsheet has shortened role to 1.1724E+18: get it anew, and have the spreadsheet keep the column as text',
      '3: a spreadsheet has shortened key to 1,2E+17: get it anew, and have the spreadsheet keep the column as text',
    ]);
    assert.deepEqual(badLinesOf(`memberId,points,key\n${IMKE},5,4e12`), []);
  });

  it('is sent back where a spreadsheet has rounded most ids, and not where one ends in zeros', () => {
    const file = (ids: readonly string[]) =>
      ['memberId,points,key', ...ids.map((id, at) => `${id},5,${at}`)].join('\n');
    const [one, two] = ['284915730264819000', '7392046185302710000'];
    const wrong = badLinesOf(file([one, IMKE, two]));
    assert.deepEqual(
      wrong.map((line) => line.split(',')[0]),
      ['2: a spreadsheet has rounded memberId', '4: a spreadsheet has rounded memberId'],
    );
    assert.deepEqual(badLinesOf(file([one, one])), []);
    assert.deepEqual(badLinesOf(file([one, two, IMKE, '739204618530271847'])), []);
    assert.deepEqual(badLinesOf(file(['50000', '60000', '1000000000000000'])), []);
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
