import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseFiles, findRooms, LAYOUTS, READ_BUILT, roomOf, WAIT } from './rooms.ts';

const rooms = new Map([
  ['ledger', ['ledger/model.test.ts', 'ledger/race.test.ts']],
  ['proxy', ['proxy/claims/race.test.ts']],
]);

describe('the choice of what to run', () => {
  for (const [names, files] of [
    [[], ['ledger/model.test.ts', 'ledger/race.test.ts', 'proxy/claims/race.test.ts']],
    [['ledger'], ['ledger/model.test.ts', 'ledger/race.test.ts']],
    [['ledger/race', 'ledger/race.test.ts'], ['ledger/race.test.ts']],
    [['./test/proxy/claims/'], ['proxy/claims/race.test.ts']],
  ] as const) {
    it(`is ${files.length} of ${names.join(' ') || 'nothing said'}`, () =>
      assert.deepEqual(chooseFiles(rooms, names), files));
  }

  it('names the rooms where nothing is called so', () =>
    assert.throws(() => chooseFiles(rooms, ['ledgers']), /no test called ledgers\. .*ledger, proxy/));

  it('finds every room, this one too, but none that has packages of its own', () => {
    const found = findRooms();
    assert.ok(found.get('run')?.includes('run/rooms.test.ts'));
    assert.equal(found.get('runtimes'), undefined);
    assert.ok(found.get('house')?.includes('import-rules.test.ts'));
    assert.equal(roomOf('proxy/claims/race.test.ts'), 'proxy');
    const files = [...found.values()].flat();
    assert.deepEqual(
      [...LAYOUTS, ...READ_BUILT].filter((file) => !files.includes(file)),
      [],
    );
    assert.deepEqual(found.get('ledger')?.slice(0, 2), ['ledger/postgres.test.ts', 'ledger/postgres-faults.test.ts']);
    assert.equal(new Set(files).size, files.length);
    assert.deepEqual(
      WAIT.filter((start) => !files.some((file) => file.startsWith(start))),
      [],
    );
  });
});
