import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { blockList, withBlockList } from '../../../src/cli/config/block-list.ts';
import { memberIdsOf } from '../../../src/proxy/identity/index.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { folderWith } from '../command.ts';

const LIST = '# Farmers\n1048273615902847361\nmallory # see the report of May\n\n';

async function listWith(t: TestContext, text: string) {
  const path = join(await folderWith(t, { block: text }), 'block');
  const failures: string[] = [];
  const ids = memberIdsOf({ pattern: '[a-z0-9]+', canonical: (id) => id.toLowerCase() });
  return { path, failures, list: blockList({ path, ids, onFailure: ({ message }) => failures.push(message) }) };
}

describe('a block list in a file', () => {
  it('has one id a line, with comments', async (t) => {
    const { list } = await listWith(t, LIST);
    await list.reload();
    const ids = ['1048273615902847361', 'mallory', 'alice', 'Farmers', ''];
    assert.deepEqual(await Promise.all(ids.map(list.has)), [true, true, false, false, false]);
  });

  it('has ids in any way that is the same to the site, one a line', async (t) => {
    const { list, path } = await listWith(t, '\uFEFFMallory\r\n ALICE\t\n');
    await list.reload();
    assert.deepEqual(await Promise.all(['mallory', 'alice'].map(list.has)), [true, true]);
    for (const wrong of ['mallory alice', 'mallory,alice', 'alice\u200B', '<@mallory>', 'a'.repeat(65)]) {
      // oxlint-disable-next-line no-await-in-loop -- one file
      await writeFile(path, wrong);
      // oxlint-disable-next-line no-await-in-loop
      await assert.rejects(list.reload(), /line 1 is no member id/);
    }
  });

  it('is read again when it has changed', async (t) => {
    const { list, path } = await listWith(t, LIST);
    assert.equal(await list.has('alice'), false);
    await writeFile(path, 'alice');
    assert.equal(await list.has('alice'), true);
    assert.equal(await list.has('mallory'), false);
  });

  it('holds as it was where it can no longer be used, and says so once', async (t) => {
    const { list, path, failures } = await listWith(t, LIST);
    assert.equal(await list.has('mallory'), true);
    await writeFile(path, 'alice\nnot_an_id\n');
    assert.deepEqual([await list.has('mallory'), await list.has('alice')], [true, false]);
    await rm(path);
    assert.equal(await list.has('mallory'), true);
    assert.deepEqual(failures, [
      `--block-list: ${path} cannot be used: line 2 is no member id, which is text that matches [a-z0-9]+`,
    ]);
    await writeFile(path, 'alice');
    assert.deepEqual([await list.has('mallory'), await list.has('alice')], [false, true]);
    await rm(path);
    await list.has('alice');
    assert.match(failures[1] ?? '', /ENOENT/);
  });

  it('takes the place of a list in the config, and stands beside an allow list', async (t) => {
    const { list } = await listWith(t, LIST);
    const { members } = withBlockList({ members: { allow: ['1'] } } as Partial<RewardsConfig> as RewardsConfig, list);
    assert.deepEqual(members, { allow: ['1'], block: list.has });
    const both = { members: { block: ['1'] } } as Partial<RewardsConfig> as RewardsConfig;
    assert.throws(() => withBlockList(both, list), /^Error: --block-list takes the place of members.block/);
  });
});
