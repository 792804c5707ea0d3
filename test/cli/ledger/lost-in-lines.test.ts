import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { claimsInLines } from '../../../src/cli/ledger/lost-in-lines.ts';
import { NOON } from '../../../src/ledger/conformance/requests.ts';
import { newClaimId } from '../../../src/ledger/claims/claim-id.ts';
import { folder } from '../../ledger/sqlite-folder.ts';

const ID = newClaimId(NOON);
const LINE = {
  msg: 'claim',
  claim: ID,
  action: 'daily',
  state: 'pending',
  service: 'main',
  period: '2026-03-10',
  nextClaimAt: null,
  streak: null,
  trace: 'a1'.repeat(32),
};

describe('a line of the log', () => {
  it('tells what was given, and how often it was tried where that is more than once', async () => {
    using home = folder();
    const path = join(home.path, 'proxy.log');
    const grants = [
      { kind: 'points', points: 7, state: 'granted' },
      { kind: 'role', role: '42', state: 'unknown', attempts: 3, status: 502 },
    ];
    writeFileSync(path, `${JSON.stringify({ ...LINE, grants })}\n`);
    const { value: [{ createdAt, updatedAt, grants: told } = assert.fail()] = [] } = await claimsInLines(
      path,
      0,
    ).next();
    assert.deepEqual([createdAt, updatedAt], [NOON, NOON]);
    const [points, role] = told;
    assert.partialDeepStrictEqual(points, { order: { kind: 'points', points: 7 }, state: 'granted', attempts: 1 });
    assert.deepEqual(points?.echo, points?.order);
    assert.partialDeepStrictEqual(role, { order: { kind: 'role', roleId: '42' }, state: 'unknown', attempts: 3 });
    assert.deepEqual([role?.echo, role?.evidence], [null, { status: 502, code: undefined }]);
  });
});
