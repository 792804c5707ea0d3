import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ignored } from '../../../src/cli/init/ignored.ts';

const REASON = '# Secrets, and who was rewarded for what';

/** What is in a .gitignore before and after; the same where nothing is added. */
const CASES: [string, string | null, string][] = [
  ['is made where there is none', null, `node_modules/\n\n${REASON}\n.env\nrewards.db*\nown/\n`],
  ['gets what it lacks, though it ends without a line end', 'dist', `dist\n\n${REASON}\n.env\nrewards.db*\nown/\n`],
  ['keeps what it has', 'dist\n.env\nown/\n', `dist\n.env\nown/\n\n${REASON}\nrewards.db*\n`],
  ['stays as it is where it has all', 'own/\nrewards.db*\n/.env \n', 'own/\nrewards.db*\n/.env \n'],
  [
    'gets again what it takes back',
    '.env\nown/\n!.env\nrewards.db*',
    `.env\nown/\n!.env\nrewards.db*\n\n${REASON}\n.env\n`,
  ],
  ['keeps the line ends of Windows', 'own/\r\n', `own/\r\n\r\n${REASON}\r\n.env\r\nrewards.db*\r\n`],
  ['begins with it where it is empty', '', `${REASON}\n.env\nrewards.db*\nown/\n`],
];

describe('the .gitignore of a site', () => {
  for (const [what, before, after] of CASES) {
    it(what, () => assert.equal(ignored(before, ['own/']) ?? before, after));
  }
});
