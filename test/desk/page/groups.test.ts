import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClaimLine } from '../../../src/desk/api-types.ts';
import { groupsOf } from '../../../src/desk/page/groups.ts';

const MINUTE = 60_000;
const madeAt = (minutes: number): ClaimLine => ({
  id: `claim-${minutes}`,
  action: 'daily',
  memberId: '739204618530271847',
  state: 'pending',
  createdAt: minutes * MINUTE,
  grants: [],
});

describe("claims that wait on the desk's page", () => {
  it('stand together with those that were lost within a quarter of an hour before or after', () => {
    const groups = groupsOf([0, 14, 28, 43, 44].map(madeAt));
    assert.deepEqual(
      groups.map(({ claims, from, until }) => [claims.length, from / MINUTE, until / MINUTE]),
      [
        [3, 0, 28],
        [2, 43, 44],
      ],
    );
    assert.deepEqual(groupsOf([]), []);
  });
});
