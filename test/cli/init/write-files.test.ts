import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { writeFiles } from '../../../src/cli/init/write-files.ts';
import { folderWith } from '../command.ts';

it('writes into a folder that others make meanwhile', async (t) => {
  const folder = join(await folderWith(t, {}), 'site', 'pages');
  const names = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
  await Promise.all(names.map((name) => writeFiles(folder, { [name]: '' }, false, {})));
  assert.deepEqual((await readdir(folder)).toSorted(), names);
});

it('makes no folder in the place of a file, and leaves nothing of what it had begun to write', async (t) => {
  const folder = await folderWith(t, { site: '' });
  const files = { 'a.ts': '', 'site/b.ts': '' };
  await assert.rejects(writeFiles(folder, files, false, {}), /^Error: nothing was written: /);
  assert.deepEqual(await readdir(folder), ['site']);
});
