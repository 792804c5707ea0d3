import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { withMemberLists } from '../../../src/cli/config/member-lists.ts';
import { loadSite } from '../../../src/cli/config/site.ts';
import { env, type RewardsConfig } from '../../../src/proxy/index.ts';
import { memberIdsOf } from '../../../src/proxy/identity/index.ts';
import { folderWith } from '../command.ts';

type Verify = RewardsConfig['actions'][string]['verify'];

/** Whose list is in the file of that name beside a config. */
async function listIn(t: TestContext, file: string, text: string) {
  const folder = await folderWith(t, { [file]: text });
  const failures: string[] = [];
  const read = (verify: Verify) =>
    withMemberLists({ actions: { tour: { verify } } } as unknown as RewardsConfig, {
      path: join(folder, 'rewards.config.ts'),
      env: { GUESTS: file },
      ids: () => memberIdsOf({ pattern: '[A-Za-z0-9]+', canonical: (id) => id.toLowerCase() }),
      onFailure: ({ message }) => failures.push(message.replaceAll(`${folder}/`, '')),
    });
  const { config, files } = read({ type: 'list', file });
  const [list = assert.fail('there is a file')] = files;
  const { has } = list;
  assert.deepEqual(config.actions['tour']?.verify, { type: 'list', members: has });
  return { path: join(folder, file), failures, has, list, read, where: folder };
}

describe('a list of members in a file', () => {
  for (const [file, text] of [
    ['guests.csv', 'id,name\nAnn,"Ann, the first"\r\nbob;Bob # came late\n\n'],
    ['guests.txt', 'ann1\nbob'],
    ['guests.json', '\uFEFF["ANN", "bob"]'],
  ] as const) {
    it(`may be ${file}`, async (t) => {
      const { has, list } = await listIn(t, file, text);
      await list.reload();
      const known = file === 'guests.txt' ? 'ann1' : 'ann';
      assert.deepEqual(await Promise.all([known, 'bob', 'cid', 'name'].map(has)), [true, true, false, false]);
    });
  }

  it('is read again when it has changed, and holds as it was where it cannot be used any more', async (t) => {
    const { has, path, failures } = await listIn(t, 'guests.csv', 'ann\n1\n');
    assert.equal(await has('1'), true);
    await writeFile(path, 'id\nbob\n');
    assert.deepEqual([await has('1'), await has('bob')], [false, true]);
    await writeFile(path, 'id\nbob\n\nno id\n');
    assert.deepEqual([await has('bob'), await has('cid')], [true, false]);
    await rm(path);
    assert.equal(await has('bob'), true);
    assert.deepEqual(failures, [
      'rewards.config.ts: actions.tour.verify.file: guests.csv cannot be used: line 4 is no member id, which is text that matches [A-Za-z0-9]+',
    ]);
    await writeFile(path, 'cid1\n');
    assert.deepEqual([await has('bob'), await has('cid1')], [false, true]);
  });

  const unusable: [name: string, file: string, text: string, says: RegExp][] = [
    ['a line that is no id', 'a.csv', 'id\nann\nb-b', /verify\.file: .*a\.csv cannot be used: line 3 is no member id/],
    ['an entry that is no id', 'a.json', '["ann", ""]', /a\.json cannot be used: entry 2 is no member id/],
    ['a number for an id', 'a.json', '["ann", 739204618530271847]', /entry 2 is no text: put quotes around the id/],
    ['an object', 'a.json', '{ "members": [] }', /it must be a list of member ids in quotes/],
    ['no JSON', 'a.json', '["ann",', /a\.json cannot be used: .*JSON/],
    ['nobody on it', 'a.csv', 'id,name\n', /a\.csv cannot be used: it names no member/],
    ['text in UTF-16', 'a.csv', 'i\0d\0', /a\.csv cannot be used: it is no text in UTF-8: save it as UTF-8/],
    ['nobody in JSON', 'a.json', '[]', /a\.json cannot be used: it names no member/],
  ];
  for (const [name, file, text, says] of unusable) {
    it(`with ${name} is refused`, async (t) => {
      const { list } = await listIn(t, file, text);
      await assert.rejects(list.reload(), says);
    });
  }

  it('may lie within all, any and not, and be named by the environment', async (t) => {
    const { read } = await listIn(t, 'guests.csv', 'ann1\n');
    const guests = { type: 'list', file: env('GUESTS') } as const;
    const { config, files } = read({
      all: [{ any: [guests, { type: 'code', code: 'lantern' }] }, { not: guests, refusal: 'No.' }],
    });
    assert.equal(files.length, 2);
    const [first, second] = files;
    assert.deepEqual(config.actions['tour']?.verify, {
      all: [
        {
          any: [
            { type: 'list', members: first?.has },
            { type: 'code', code: 'lantern' },
          ],
        },
        { not: { type: 'list', members: second?.has }, refusal: 'No.' },
      ],
    });
  });

  it('leaves to the proxy what is wrong, and what is something else', async (t) => {
    const { read } = await listIn(t, 'guests.csv', 'ann1\n');
    for (const verify of [
      { type: 'list', file: 'guests.csv', members: ['ann'] },
      { type: 'list', file: env('NOWHERE') },
      { type: 'code', file: 'guests.csv', code: 'x' },
      () => ({ ok: true }),
      'lantern',
    ]) {
      const { config, files } = read(verify as Verify);
      assert.deepEqual([config.actions['tour']?.verify, files], [verify, []]);
    }
  });

  it('keeps a site from starting where it is not there', async (t) => {
    const config = {
      service: { baseUrl: 'https://service.example', apiKey: 'unused-unused' },
      origins: ['https://example.org'],
      actions: {
        tour: {
          title: 'Tour',
          repeats: 'once',
          points: 5,
          remark: 'Tour',
          verify: { type: 'list', file: 'guests.csv' },
        },
      },
    };
    const folder = await folderWith(t, { 'rewards.config.json': JSON.stringify(config) });
    const path = join(folder, 'rewards.config.json');
    await assert.rejects(
      loadSite({ config: path }, assert.fail),
      /actions\.tour\.verify\.file: .*guests\.csv cannot be used: ENOENT/,
    );
    await writeFile(join(folder, 'guests.csv'), '739204618530271847\n');
    const { files } = await loadSite({ config: path }, assert.fail);
    assert.deepEqual(
      files.map(({ name }) => name),
      ['the list guests.csv'],
    );
  });
});
