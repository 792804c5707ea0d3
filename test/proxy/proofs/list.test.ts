import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { provedBy, proving, refusesAll, type VerifyInput } from './proving.ts';

describe('a list', () => {
  const CSV = 'member,name\n"ann",Ann\nbob;Bob # came late\n\n  cid\tCid\r\n';

  it('lets in members who are on it, as ids or as a CSV', async () => {
    for (const members of [['ann', 'bob', 'cid'], CSV]) {
      await using setup = proving({ type: 'list', members });
      for (const member of ['ann', 'bob', 'cid'])
        assert.equal((await setup.tour(undefined, member)).status, 201, member);
      assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'list' }] });
    }
  });

  it('knows a member by each way to write the id', async () => {
    await using setup = proving(
      { type: 'list', members: ['Ann'] },
      { config: { memberIds: { pattern: '[a-zA-Z]+', canonical: (id) => id.toLowerCase() } } },
    );
    assert.equal((await setup.tour(undefined, 'ANN')).status, 201);
  });

  it('asks a function of the owner, which is told the id as it is always written', async () => {
    const asked: string[] = [];
    await using setup = proving({
      type: 'list',
      members: async (memberId) => {
        asked.push(memberId);
        return memberId === 'ann';
      },
    });
    assert.equal((await setup.tour(undefined, 'bob')).status, 403);
    assert.equal((await setup.tour(undefined, 'ann')).status, 201);
    assert.deepEqual(asked, ['bob', 'ann']);
  });

  for (const [name, verify] of [
    ['', (members: () => never): VerifyInput => ({ type: 'list', members })],
    [' within not', (members: () => never): VerifyInput => ({ not: { type: 'list', members } })],
  ] as const) {
    it(`grants nothing where that function throws${name}`, async () => {
      await using setup = proving(
        verify(() => {
          throw new Error('the table is locked');
        }),
      );
      const { status, body } = await setup.tour();
      assert.deepEqual([status, body['code']], [503, 'throttled']);
      assert.deepEqual(await setup.ledger.list({}), []);
    });
  }

  refusesAll({ type: 'list', members: CSV }, [
    ['somebody else', undefined, 'dan'],
    ['a name beside an id', undefined, 'Ann'],
    ['the head of the column', undefined, 'member'],
    ['another way to write an id', undefined, 'ANN'],
    ['the beginning of an id', undefined, 'an'],
    ['a comment', undefined, 'late'],
  ]);
});
